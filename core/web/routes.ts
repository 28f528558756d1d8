import routes from '#routes.ts';

/** React Router looks for the routes here, next to `root.tsx`. */
export default routes;
