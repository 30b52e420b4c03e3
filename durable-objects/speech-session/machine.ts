/**
 * The rules of the text sockets, without sockets, timers or speech: messages in, actions out. Source: contract,
 * `tts.stream-input` and `tts.multi-stream-input`.
 */
import { hasLoneSurrogate, withoutLastHalf } from "../../app/lib/lone-surrogates";
import type { SpeakRequest, VoiceSettings } from "../../workers/speech/protocol";
import { type ArrivingMarkup, scanArrivingMarkup } from "../../workers/speech/text/arriving-markup";
import { type Split, splitAtFlush, splitAtMarkup, splitForSpeaking } from "./chunking";
import { type ClientMessage, DEFAULT_CHUNK_LENGTH_SCHEDULE, DEFAULT_CONTEXT_ID, MAX_CONTEXTS } from "./protocol";

/**
 * `try_trigger_generation` speaks from this many characters on, `flush` always: clients set it with every word they pass on, and
 * words are no speech one by one.
 */
const LEAST_TRIGGERED_CHARACTERS = 50;

/** What comes after a text: more of it, a silence until the client says more, or nothing. */
type FollowedBy = SpeakRequest["followedBy"];

export type Action =
  /** Speak, after what the context was told to speak before. */
  | { type: "speak"; contextId: string; text: string; settings: Partial<VoiceSettings>; followedBy: FollowedBy }
  /** Let all come out that was spoken. */
  | { type: "pause"; contextId: string }
  /** When all is spoken: into history, tell the client it was the last. */
  | { type: "finish-context"; contextId: string }
  /** When all contexts are finished: close. */
  | { type: "close-socket" }
  /** Tell the client and close. */
  | { type: "refuse"; error: string; message: string };

/** The text of the message that opens a connection or a context. It only says that more comes: it is neither spoken nor charged. */
const OPENING_TEXT = " ";

interface Context {
  buffer: string;
  /** What is markup in the buffer, as far as it was looked through. */
  markup: ArrivingMarkup | undefined;
  /** Whether a message with a text has come; the first may be the opening. */
  isOpened: boolean;
  settings: Partial<VoiceSettings>;
  schedule: readonly number[];
  /** Chunks that the schedule has seen. */
  chunks: number;
}

export interface MachineOptions {
  /** `multi-stream-input`: several contexts on one socket. */
  isMulti: boolean;
  /** Each message is spoken at once, without a schedule. */
  autoMode: boolean;
  /** What the model reads as markup: that is never cut in two. */
  markup: SpeakRequest["markup"];
  /** Longest text a context may hold back, in characters. */
  maxBufferedCharacters: number;
}

export class SessionMachine {
  readonly #options: MachineOptions;
  readonly #contexts = new Map<string, Context>();
  /** Set before the first context, they hold for all. */
  #settings: Partial<VoiceSettings> = {};
  #schedule: readonly number[] = DEFAULT_CHUNK_LENGTH_SCHEDULE;
  #closing = false;

  constructor(options: MachineOptions) {
    this.#options = options;
  }

  /** Contexts that still take text. */
  get openContexts(): string[] {
    return [...this.#contexts.keys()];
  }

  receive(message: ClientMessage): Action[] {
    if (this.#closing) return [];
    if (message.hasDictionaries) {
      return [refusal("invalid_request", "Pronunciation dictionaries are not available yet.")];
    }
    return this.#options.isMulti ? this.#receiveMulti(message) : this.#receiveSingle(message);
  }

  /** Ends a context as if the client had: what it buffers is spoken first. */
  endContext(contextId: string): Action[] {
    const context = this.#contexts.get(contextId);
    if (!context) return [];
    const actions = this.#speakSplit(contextId, context, { now: context.buffer, later: "" }, undefined);
    this.#contexts.delete(contextId);
    // Its other half never came.
    if (context.buffer !== "") return [...actions, brokenText()];
    return [...actions, { type: "finish-context", contextId }];
  }

  #receiveSingle(message: ClientMessage): Action[] {
    const { text } = message;
    if (text === undefined && !message.flush && !message.closeSocket) return this.#configure(message);
    const actions = this.#say(DEFAULT_CONTEXT_ID, message);
    if (text !== "" && !message.closeSocket) return actions;
    this.#closing = true;
    return [...actions, ...this.endContext(DEFAULT_CONTEXT_ID), { type: "close-socket" }];
  }

  #receiveMulti(message: ClientMessage): Action[] {
    const contextId = message.contextId ?? DEFAULT_CONTEXT_ID;
    if (message.closeSocket) {
      this.#closing = true;
      const actions = this.openContexts.flatMap((open) => this.#drop(open));
      return [...actions, { type: "close-socket" }];
    }
    if (message.closeContext) return this.#drop(contextId);
    // An empty text keeps a context alive; a timer that starts anew is not this machine's business.
    if (!message.text && !message.flush) return this.#contexts.has(contextId) ? [] : this.#configure(message);
    // A blank first text that names no context opens the connection, not a context.
    if (message.contextId === undefined && !message.flush && !message.text?.trim() && !this.#contexts.has(contextId)) {
      return this.#configure(message);
    }
    return this.#say(contextId, message);
  }

  /** Closes a context: what was told to be spoken still is, what only waits for more text is not. */
  #drop(contextId: string): Action[] {
    if (!this.#contexts.delete(contextId)) return [];
    return [{ type: "finish-context", contextId }];
  }

  #configure({ voiceSettings, chunkLengthSchedule }: ClientMessage): Action[] {
    this.#settings = { ...this.#settings, ...voiceSettings };
    this.#schedule = chunkLengthSchedule ?? this.#schedule;
    return [];
  }

  #say(contextId: string, message: ClientMessage): Action[] {
    let context = this.#contexts.get(contextId);
    if (!context) {
      if (this.#contexts.size >= MAX_CONTEXTS) {
        return [refusal("too_many_contexts", `A connection may have ${MAX_CONTEXTS} contexts at a time.`)];
      }
      context = {
        buffer: "",
        markup: undefined,
        isOpened: false,
        settings: this.#settings,
        schedule: this.#schedule,
        chunks: 0,
      };
      this.#contexts.set(contextId, context);
    }
    context.settings = { ...context.settings, ...message.voiceSettings };
    context.schedule = message.chunkLengthSchedule ?? context.schedule;
    if (message.text !== undefined) {
      if (context.isOpened || message.text !== OPENING_TEXT) context.buffer += message.text;
      context.isOpened = true;
    }
    if (hasLoneSurrogate(withoutLastHalf(context.buffer))) return [brokenText()];
    if (context.buffer.length > this.#options.maxBufferedCharacters) {
      const message = `At most ${this.#options.maxBufferedCharacters} characters can wait to be spoken.`;
      return [refusal("max_character_limit_exceeded", message)];
    }
    const triggered = message.tryTriggerGeneration && context.buffer.length >= LEAST_TRIGGERED_CHARACTERS;
    if (!message.flush && !triggered && !this.#options.autoMode) return this.#speakScheduled(contextId, context);
    const split = message.flush ? splitAtFlush : splitAtMarkup;
    const actions = this.#speakSplit(contextId, context, split(context.buffer, this.#markupOf(context)), "silence");
    return actions.length === 0 && message.flush ? [{ type: "pause", contextId }] : actions;
  }

  #speakScheduled(contextId: string, context: Context): Action[] {
    const actions: Action[] = [];
    for (;;) {
      const wanted = context.schedule[Math.min(context.chunks, context.schedule.length - 1)] ?? 0;
      if (context.buffer.length < wanted) return actions;
      const split = splitForSpeaking(context.buffer, wanted, this.#markupOf(context));
      const spoken = this.#speakSplit(contextId, context, split, "more");
      if (spoken.length === 0) return actions;
      actions.push(...spoken);
    }
  }

  /** Looks through what came since the last time, so that text in tiny pieces is not gone through again and again. */
  #markupOf(context: Context): ArrivingMarkup {
    context.markup = scanArrivingMarkup(context.buffer, this.#options.markup, context.markup);
    return context.markup;
  }

  /** Speaks what is due, but for half of a character at its end. */
  #speakSplit(contextId: string, context: Context, { now, later }: Split, followedBy: FollowedBy): Action[] {
    const text = withoutLastHalf(now);
    // A blank waits for the character it leads.
    if (text.length < now.length && text.trim() === "") return [];
    context.buffer = now.slice(text.length) + later;
    if (text !== "") context.markup = undefined;
    if (text.trim() === "") return [];
    context.chunks++;
    return [{ type: "speak", contextId, text, settings: context.settings, followedBy }];
  }
}

const refusal = (error: string, message: string): Action => ({ type: "refuse", error, message });

const brokenText = (): Action => refusal("invalid_request", "The text holds half of a character (a lone surrogate).");
