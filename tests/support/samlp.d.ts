/** What tests use of `samlp`, which has no types of its own. */
declare module "samlp" {
  interface Options {
    issuer: string;
    cert: string;
    key: string;
    audience: string;
    recipient: string;
    destination: string;
    inResponseTo?: string;
    lifetimeInSeconds?: number;
    signatureAlgorithm: string;
    digestAlgorithm: string;
    signAssertion?: boolean;
    signResponse?: boolean;
    profileMapper: (user: unknown) => {
      getClaims(): Record<string, string | string[]>;
      getNameIdentifier(): { nameIdentifier: string; nameIdentifierFormat?: string };
    };
  }
  const samlp: {
    getSamlResponse(options: Options, user: unknown, done: (error: Error | null, response: string) => void): void;
    parseRequest(
      request: { method: string; query: Record<string, string> },
      options: object,
      done: (error: Error | null, data: { id: string; issuer: string; assertionConsumerServiceURL: string }) => void,
    ): void;
    metadata(options: {
      issuer: string;
      cert: string;
      redirectEndpointPath: string;
      postEndpointPath: string;
    }): (request: object, response: { set(name: string, value: string): void; send(body: string): void }) => void;
  };
  export default samlp;
}
