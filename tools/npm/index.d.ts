// SPDX-License-Identifier: MIT
/** STAR in WebAssembly: one thread, vectors of 128 bits, no device. */

/** Bounds of a run; what is left out, or 0, is none, but 1 GiB of memory and 10,000 calls. */
export interface Limits {
  /** Bytes. */
  memory?: number;
  /** Statements and primitives. */
  steps?: number;
  /** Calls within calls. */
  depth?: number;
  /** Bytes that a run may write. */
  output?: number;
}

export interface Report {
  severity: 'error' | 'warning' | 'note';
  /** Its name, such as "index-range": docs/reference/errors.md. */
  code?: string;
  message: string;
  file?: string;
  line?: number;
  column?: number;
  [more: string]: unknown;
}

/** What fails: a text with mistakes, a run, a limit, a call; `status` is that of the command. */
export class StarError extends Error {
  readonly status: number;
  readonly code: string;
  readonly reports: Report[];
  /** What the run wrote before. */
  readonly output: string;
}

/**
 * A table, or a slice or a word as one row. A row begins at a word of 64 bits; column c, from 0, is
 * bit c % 64 of word c / 64 and bit c % 8 of byte c / 8. Bits behind the last column are 0.
 * `bytes` and `words` are the same memory.
 */
export class Bits {
  constructor(rows: number, columns: number, words?: BigUint64Array | null);
  static of(rows: ReadonlyArray<string | ReadonlyArray<number | boolean>>): Bits;
  readonly rows: number;
  readonly columns: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly bytes: Uint8Array;
  readonly words: BigUint64Array;
  get(row: number, column: number): 0 | 1;
  set(row: number, column: number, one: number | boolean): void;
  /** A line of zeros and ones for each row. */
  toString(): string;
}

export interface RunOptions {
  /** What messages call the text. */
  name?: string;
  /** What the program reads. */
  input?: string | Uint8Array;
  /** Ends the run with status 130, between two primitives. */
  signal?: AbortSignal;
  /** Called some fifty times a second. */
  progress?: (at: {steps: number; milliseconds: number}) => void;
  /** Gets the output as it comes. */
  write?: (text: string) => void;
}

export interface Outcome {
  output: string;
  /** Warnings. */
  messages: Report[];
}

export type Value =
  number | bigint | boolean | string | Bits | BigInt64Array | Float64Array;

/** A program that grows: what is entered stays. One entry runs at a time. */
export interface Session {
  /** Declarations, statements and an expression, whose value is text, as the prompt shows it. */
  enter(text: string, options?: RunOptions): Promise<Outcome & {value: string}>;
  /** The value of a variable; "" is the value of the last entry. */
  get(name: string): Value;
  set(name: string, value: Value): void;
  /** What a name means: docs/reference/names.md. */
  describe(name: string): {name: string; means: string; kind?: string; type?: string} &
    Record<string, unknown>;
  /** Files of the session, which programs open by these paths. */
  writeFile(path: string, content: string | Uint8Array): void;
  readFile(path: string): Uint8Array;
  close(): void;
}

/** A session, in memory of its own. */
export function open(limits?: Limits): Promise<Session>;

/** Runs a program. */
export function run(
  text: string,
  options?: RunOptions & {limits?: Limits; files?: Record<string, string | Uint8Array>},
): Promise<Outcome & {readFile(path: string): Uint8Array}>;

/** The messages about a text, which is not run. */
export function check(text: string, name?: string): Report[];

/** All that a name means in the language and its library. */
export function doc(name: string): {
  name: string; kind: string; heading: string | null; text: string | null;
  unit: string | null; formula: string | null;
}[];

/** A message, by its name. */
export function explain(code: string): {
  code: string; sentence: string; explanation: string; mistake: string; correction: string;
} | null;

export const version: string;
