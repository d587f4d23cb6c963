import { startSite } from './kit/frame.ts';

startSite({
  name: 'utility',
  otherName: 'The city',
  places: [
    { path: '/', name: 'Catalogue' },
    { path: '/playground', name: 'Playground' },
    { path: '/watches', name: 'Watches' },
    { path: '/videos', name: 'Videos' },
    { path: '/selftests', name: 'Self-test' },
    { path: '/mutual-aid', name: 'kithnet' },
    { path: '/resolvers', name: 'Resolvers' },
    { path: '/reference', name: 'Reference' },
    { path: '/docs', name: 'Docs' },
  ],
  routes: [
    { path: '/', load: () => import('./utility/catalogue.ts') },
    { path: '/playground', load: () => import('./utility/playground.ts') },
    { path: '/playground/{skill}', load: () => import('./utility/playground.ts') },
    { path: '/watches', load: () => import('./utility/watches.ts') },
    { path: '/watches/{id}', load: () => import('./utility/watch.ts') },
    { path: '/videos', load: () => import('./utility/videos.ts') },
    { path: '/videos/{id}', load: () => import('./utility/video.ts') },
    { path: '/selftests', load: () => import('./utility/selftests.ts') },
    { path: '/mutual-aid', load: () => import('./utility/kithnet.ts') },
    { path: '/resolvers', load: () => import('./utility/resolvers.ts') },
    { path: '/reference', load: () => import('./kit/reference.ts') },
  ],
});
