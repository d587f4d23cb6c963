// One process and one app for all of them, because starting costs more than the tests.
import './calls.ts';
import './retries.ts';
import './following.ts';
import './money-and-trust.ts';
import { useSdkApp } from './sdk-app.ts';

useSdkApp();
