import type { Plugin } from 'vite';

/** The end of React Router's `loadRouteModule` when the code of a page failed to load. */
const RELOAD = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/** A page that always fails. If the promise rejected instead, React Router would wait for the page's loader forever. */
const FAIL = `
const fail = () => { throw Object.assign(error, { isPageLoadError: true }); };
return { default: fail, clientLoader: fail };`;

/**
 * Shows the site's own error page when the code of a page fails to load. By default React Router reloads the document, and
 * without a connection the browser then replaces the whole site by its error page.
 */
export function throwPageLoadErrors(): Plugin {
  return {
    name: 'tezi:throw-page-load-errors',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /react-router.+routeModules\.js$/ },
      handler(code) {
        if (!RELOAD.test(code)) this.error('React Router loads pages differently. Update this plugin.');
        return code.replace(RELOAD, FAIL);
      },
    },
  };
}
