/**
 * Worker tasks by name, with the module of each function. A function is pure: cloneable input,
 * JSON-compatible output. It is loaded in the worker on first use, so an unused skill costs nothing. To add a
 * task, add a line here; `workers.run('name', input)` takes its types from it.
 */
export const tasks = {
  'document-test': async () => (await import('../text/documents/document-test.ts')).testDocument,
  feed: async () => (await import('../sites/feeds/read-feed.ts')).readFeed,
  'image-facts': async () => (await import('../pages/images/image-facts.ts')).imageFacts,
  'style-colors': async () => (await import('../pages/images/style-colors.ts')).styleColors,
  'json-repair': async () => (await import('../../../packages/json-repair/src/index.ts')).repairJson,
  'page-article': async () => (await import('../pages/article/article.ts')).extractArticle,
  'pdf-article': async () => (await import('../pages/article/pdf.ts')).pdfArticle,
  'page-audit': async () => (await import('../pages/audit/audit.ts')).pageAudit,
  'page-brand': async () => (await import('../pages/metadata/brand.ts')).pageBrand,
  'page-language': async () => (await import('../pages/language/language.ts')).pageLanguage,
  'page-links': async () => (await import('../pages/links/links.ts')).pageLinks,
  'page-metadata': async () => (await import('../pages/metadata/metadata.ts')).pageMetadata,
  'page-refresh': async () => (await import('../pages/metadata/refresh.ts')).pageRefresh,
  'page-structured': async () => (await import('../pages/structured/structured.ts')).pageStructured,
  'page-text': async () => (await import('../pages/article/page-text.ts')).pageText,
  'page-tables': async () => (await import('../pages/tables/tables.ts')).pageTables,
  'text-entities': async () => (await import('../text/entities/entities.ts')).findTextEntities,
  'page-safety': async () => (await import('../sites/security-headers/page-safety.ts')).pageSafety,
  sitemap: async () => (await import('../sites/sitemaps/read-sitemap.ts')).readSitemap,
  technologies: async () => (await import('../sites/technologies/detect.ts')).detectTechnologies,
} as const satisfies Record<string, () => Promise<(input: never) => unknown>>;

export type TaskName = keyof typeof tasks;
type TaskOf<N extends TaskName> = Awaited<ReturnType<(typeof tasks)[N]>>;
export type TaskInput<N extends TaskName> = Parameters<TaskOf<N>>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<TaskOf<N>>>;

export interface TaskMessage {
  readonly name: TaskName;
  readonly input: unknown;
}
