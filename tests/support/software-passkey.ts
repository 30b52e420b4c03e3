/**
 * An authenticator in software: makes one passkey (ES256) and signs with it, as WebAuthn Level 3 lays it out (sections 6.1,
 * 6.5 and 8.7). For tests without a browser; what it gets wrong on purpose is named by its caller.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Behaviour {
  /** What the browser says where it is. */
  origin?: string;
  /** Whether a finger or PIN was asked for. */
  isVerified?: boolean;
  /** Its counter after this use; authenticators that count nothing send 0. */
  counter?: number;
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

export class SoftwarePasskey {
  readonly id = base64url(randomBytes(32));
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  #userHandle = "";

  constructor(origin: string) {
    this.#origin = origin;
  }

  make(options: PublicKeyCredentialCreationOptionsJSON, how: Behaviour = {}): RegistrationResponseJSON {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]);
    const data = Buffer.concat([this.#data(options.rp.id ?? "", HAS_CREDENTIAL, how), credential]);
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", options.challenge, how)),
        attestationObject: base64url(attestation),
        transports: ["internal"],
      },
    };
  }

  use(options: PublicKeyCredentialRequestOptionsJSON, how: Behaviour = {}): AuthenticationResponseJSON {
    const data = this.#data(options.rpId ?? "", 0, how);
    const clientData = this.#clientData("webauthn.get", options.challenge, how);
    const signature = sign("sha256", Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: this.#userHandle,
      },
    };
  }

  #envelope() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} };
  }

  #data(relyingParty: string, flags: number, { isVerified = true, counter = 0 }: Behaviour): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(relyingParty),
      Buffer.from([flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0)]),
      count,
    ]);
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** COSE (RFC 9052): EC2, ES256, P-256, both coordinates. */
  #publicKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const coordinate = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, "base64url")]);
    return Buffer.concat([Buffer.from("a5010203262001", "hex"), coordinate(0x21, x), coordinate(0x22, y)]);
  }
}
