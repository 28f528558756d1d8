/** The one client that the stand-in knows: the product that it runs beside. */
export interface StandInClient {
  /** The stand-in's own address. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}
