import type Provider from 'oidc-provider';

/** The provider is a Koa app; its types lead to Koa's. */
export type Middleware = Parameters<Provider['use']>[0];
export type Context = Parameters<Middleware>[0];
