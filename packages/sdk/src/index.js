export { City } from './city.js';
export { KithError } from './kith-error.js';
export { Utility } from './utility.js';
export { verifyWebhook } from './webhook.js';
