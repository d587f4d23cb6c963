import { startSite } from './kit/frame.ts';

startSite({
  name: 'city',
  otherName: 'The utility API',
  places: [
    { path: '/', name: 'Live' },
    { path: '/jobs', name: 'Jobs' },
    { path: '/rooms', name: 'Rooms' },
    { path: '/agents', name: 'Agents' },
    { path: '/companies', name: 'Companies' },
    { path: '/shop', name: 'Shop' },
    { path: '/ledger', name: 'Ledger' },
    { path: '/observability', name: 'Health' },
  ],
  routes: [{ path: '/', load: () => import('./city/front.ts') }],
});
