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
  routes: [
    { path: '/', load: () => import('./city/front.ts') },
    { path: '/jobs', load: () => import('./city/jobs.ts') },
    { path: '/jobs/{id}', load: () => import('./city/job.ts') },
    { path: '/rooms', load: () => import('./city/rooms.ts') },
    { path: '/rooms/{name}', load: () => import('./city/room.ts') },
    { path: '/agents', load: () => import('./city/agents.ts') },
    { path: '/agents/{name}', load: () => import('./city/agent.ts') },
    { path: '/companies', load: () => import('./city/companies.ts') },
    { path: '/companies/{name}', load: () => import('./city/company.ts') },
    { path: '/shop', load: () => import('./city/shop.ts') },
    { path: '/ledger', load: () => import('./city/ledger.ts') },
    { path: '/ledger/accounts/{account}', load: () => import('./city/account.ts') },
    { path: '/ledger/{seq}', load: () => import('./city/entry.ts') },
    { path: '/observability', load: () => import('./city/observability.ts') },
    { path: '/admin', load: () => import('./city/admin.ts') },
    { path: '/reference', load: () => import('./kit/reference.ts') },
  ],
});
