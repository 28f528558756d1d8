import type Provider from 'oidc-provider';

/** The provider is an app of Koa, whose types are reached through its own. */
export type Middleware = Parameters<Provider['use']>[0];
export type Context = Parameters<Middleware>[0];
