import * as module from 'node:module';

const built = new URL('../dist/', import.meta.url).href;

/**
 * Resolves relative imports of ES modules by their URL alone. For each of them Node looks up whether the file exists,
 * whether it is a link, and the package that it belongs to: a seventh of the CPU time of a start.
 */
export function resolveDirectly() {
  // Older versions of Node cannot do this.
  if (typeof module.registerHooks !== 'function') return;
  module.registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = '', conditions } = context;
      const format = conditions.includes('import') ? formatOf(specifier, parentURL) : undefined;
      if (!format) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
    },
  });
}

/** Undefined unless the ending of a relative path says it. */
function formatOf(specifier, parentUrl) {
  if (!/^\.\.?\//.test(specifier) || !parentUrl.startsWith('file:')) return undefined;
  if (specifier.endsWith('.ts')) return 'module-typescript';
  if (specifier.endsWith('.mjs')) return 'module';
  return specifier.endsWith('.js') && parentUrl.startsWith(built) ? 'module' : undefined;
}
