declare module "linebreak" {
  /** Where Unicode's rules (UAX 14) allow or ask a line to end. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
