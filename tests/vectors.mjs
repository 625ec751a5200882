// Reads vectors/*.json with code that shares nothing with p10net but PROTOCOL.md:
//
//     node tests/vectors.mjs vectors
//
// Its own msgpack, its own check of the schema, its own shuffle. Prints a line for each
// file whose cases all agree, and throws at the first that does not.

import assert from "node:assert/strict";
import { createHash, scryptSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const load = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
const bytes = (hex) => Buffer.from(hex, "hex");

// --- section 1: frames -----------------------------------------------------------

class Refused extends Error {
  constructor(code, at) {
    super(code);
    this.code = code;
    this.at = at;
  }
}

class Frames {
  #bytes = Buffer.alloc(0);

  constructor(cap) {
    this.cap = cap;
  }

  feed(piece) {
    this.#bytes = Buffer.concat([this.#bytes, piece]);
  }

  *bodies() {
    while (this.#bytes.length >= 4) {
      const length = this.#bytes.readUInt32BE(0);
      if (length < 1 || length > this.cap) throw new Refused("frame_size");
      if (this.#bytes.length < 4 + length) return;
      const body = this.#bytes.subarray(4, 4 + length);
      this.#bytes = this.#bytes.subarray(4 + length);
      yield body;
    }
  }
}

function body(frame) {
  const data = bytes(frame);
  assert.equal(data.readUInt32BE(0), data.length - 4);
  return data.subarray(4);
}

// --- section 2: types ------------------------------------------------------------

const LARGEST = 2 ** 31 - 1;
const utf8 = new TextDecoder("utf-8", { fatal: true });

class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  refuse(path) {
    throw new Refused("bad_msgpack", path);
  }

  take(size) {
    if (this.at + size > this.data.length) this.refuse();
    this.at += size;
    return this.data.subarray(this.at - size, this.at);
  }

  uint(width) {
    const taken = this.take(width);
    return width === 8 ? Number(taken.readBigUInt64BE()) : taken.readUIntBE(0, width);
  }

  int(width) {
    const taken = this.take(width);
    return width === 8 ? Number(taken.readBigInt64BE()) : taken.readIntBE(0, width);
  }

  message() {
    const found = this.value("$", 0);
    if (this.at < this.data.length) this.refuse();
    if (Array.isArray(found) || typeof found !== "object" || !found) this.refuse();
    return found;
  }

  value(path, depth) {
    const first = this.take(1)[0];
    if (first < 0x80) return first;
    if (first < 0x90) return this.map(first & 15, path, depth);
    if (first < 0xa0) return this.array(first & 15, path, depth);
    if (first < 0xc0) return this.text(first & 31, path);
    if (first >= 0xe0) return first - 256;
    switch (first) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xcc: case 0xcd: case 0xce: case 0xcf:
        return this.small(this.uint(1 << (first - 0xcc)), path);
      case 0xd0: case 0xd1: case 0xd2: case 0xd3:
        return this.small(this.int(1 << (first - 0xd0)), path);
      case 0xd9: case 0xda: case 0xdb:
        return this.text(this.uint(1 << (first - 0xd9)), path);
      case 0xdc: case 0xdd: return this.array(this.uint(first === 0xdc ? 2 : 4), path, depth);
      case 0xde: case 0xdf: return this.map(this.uint(first === 0xde ? 2 : 4), path, depth);
      default: return this.refuse(path);
    }
  }

  small(number, path) {
    return Math.abs(number) > LARGEST ? this.refuse(path) : number;
  }

  text(size, path) {
    if (size > 4096) this.refuse(path);
    const taken = this.take(size);
    let text;
    try {
      text = utf8.decode(taken);
    } catch {
      this.refuse(path);
    }
    return text.includes("\0") ? this.refuse(path) : text;
  }

  array(count, path, depth) {
    if (count > 256 || depth === 8) this.refuse(path);
    return Array.from({ length: count }, (_, i) => this.value(`${path}[${i}]`, depth + 1));
  }

  map(count, path, depth) {
    if (count > 64 || depth === 8) this.refuse(path);
    const found = new Map();
    for (let i = 0; i < count; i++) {
      const key = this.value(path, 8); // no key is an array or a map
      if (typeof key !== "string" || found.has(key)) this.refuse(path);
      const plain = /^[\p{ID_Start}_]\p{ID_Continue}{0,31}$/u.test(key);
      found.set(key, this.value(`${path}.${plain ? key : "?"}`, depth + 1));
    }
    return Object.fromEntries([...found].filter(([, value]) => value !== null));
  }
}

const unpack = (data) => new Reader(data).message();

function pack(value) {
  if (value === null) return Buffer.from([0xc0]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === "number") return packInt(value);
  if (typeof value === "string") {
    const text = Buffer.from(value, "utf8");
    return Buffer.concat([head(text.length, 0xa0, 32, 0xd9, [1, 2, 4]), text]);
  }
  if (Array.isArray(value)) {
    return Buffer.concat([head(value.length, 0x90, 16, 0xdc, [2, 4]), ...value.map(pack)]);
  }
  const entries = Object.entries(value);
  const parts = entries.flatMap(([key, one]) => [pack(key), pack(one)]);
  return Buffer.concat([head(entries.length, 0x80, 16, 0xde, [2, 4]), ...parts]);
}

function head(size, short, end, long, widths) {
  if (size < end) return Buffer.from([short | size]);
  const at = widths.findIndex((width) => size < 2 ** (8 * width));
  const out = Buffer.alloc(1 + widths[at], long + at);
  out.writeUIntBE(size, 1, widths[at]);
  return out;
}

function packInt(number) {
  if (number >= -32 && number < 0) return Buffer.from([256 + number]);
  const widths = [1, 2, 4];
  if (number >= 0) return head(number, 0, 128, 0xcc, widths);
  const at = widths.findIndex((width) => -number <= 2 ** (8 * width - 1));
  const out = Buffer.alloc(1 + widths[at], 0xd0 + at);
  out.writeIntBE(number, 1, widths[at]);
  return out;
}

function frame(message) {
  const data = pack(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, data]).toString("hex");
}

// --- section 5: messages, by the schema ------------------------------------------

const schema = load("protocol-1");
const definition = (ref) => schema.$defs[ref.split("/").pop()];
const KINDS = {
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  array: Array.isArray,
  object: (value) => typeof value === "object" && !!value && !Array.isArray(value),
  null: (value) => value === null,
};

// Complain about a value, or say nothing.
function wrong(value, node) {
  if (node.$ref) return wrong(value, definition(node.$ref));
  if (node.anyOf && node.anyOf.every((one) => wrong(value, one))) return "anyOf";
  if (node.enum && !node.enum.includes(value)) return "enum";
  if (node.type && !KINDS[node.type](value)) return node.type;
  if (value < node.minimum || value > node.maximum) return "bounds";
  if (value?.length < (node.minItems ?? node.minLength)) return "too short";
  if (value?.length > (node.maxItems ?? node.maxLength)) return "too long";
  if (node.pattern && !new RegExp(node.pattern, "u").test(value)) return "pattern";
  if (node.items) return value.map((one) => wrong(one, node.items)).find(Boolean);
  if (!node.properties) return undefined;
  const missing = node.required.find((name) => !(name in value));
  if (missing) return `no ${missing}`;
  const known = Object.entries(node.properties).filter(([name]) => name in value);
  return known.map(([name, one]) => wrong(value[name], one)).find(Boolean);
}

// Leave out what this release does not know, as a client does.
const UNKNOWN = Symbol("unknown");

function known(value, node) {
  if (node.$ref) return known(value, definition(node.$ref));
  if (node.anyOf) return knownOf(value, node);
  if (node.enum && !node.enum.includes(value)) {
    return node.enum.includes("other") ? "other" : UNKNOWN;
  }
  if (node.items) {
    return value.map((one) => known(one, node.items)).filter((one) => one !== UNKNOWN);
  }
  if (!node.properties) return value;
  const kept = Object.entries(value)
    .filter(([name]) => name in node.properties)
    .map(([name, one]) => [name, known(one, node.properties[name])])
    .filter(([, one]) => one !== UNKNOWN);
  return Object.fromEntries(kept);
}

function knownOf(value, node) {
  if (node.discriminator) {
    const { propertyName, mapping } = node.discriminator;
    const ref = mapping[value?.[propertyName]];
    return ref ? known(value, definition(ref)) : UNKNOWN;
  }
  const one = node.anyOf.find((each) => !wrong(known(value, each), each));
  return one ? known(value, one) : UNKNOWN;
}

const rootOf = (direction, t) => schema.index[direction][t];

// --- section 13: the shuffle -----------------------------------------------------

const u8 = (...numbers) => Buffer.from(numbers);

function u32(number) {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(number);
  return out;
}

function H(tag, ...parts) {
  const hash = createHash("sha256").update(`p10net/${tag}/v1\0`);
  parts.forEach((part) => hash.update(part));
  return hash.digest();
}

function* words(seed) {
  for (let j = 0; ; j++) {
    const block = H("stream", seed, u32(j));
    for (let at = 0; at < 32; at += 4) yield block.readUInt32BE(at);
  }
}

function permute(seed, items) {
  const mixed = [...items];
  const stream = words(seed);
  const below = (n) => {
    for (;;) {
      const word = stream.next().value;
      if (word < Math.floor(2 ** 32 / n) * n) return word % n;
    }
  };
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return mixed;
}

const commitment = (game, round, who, secret) =>
  H("commit", bytes(game), u32(round), u8(who), bytes(secret)).toString("hex");

const official = [
  ...[..."RBGY"].flatMap((c) => [...Array(24).keys()].map((i) => `${c}${(i >> 1) + 1}`)),
  ...Array(8).fill("W"),
  ...Array(4).fill("S"),
];

// Follows a deal from its messages to its deck; throws where something does not fit.
function deckOf({ open, commits, shares, proof }) {
  const so = (it) => assert.ok(it, "not so");
  const [shown] = proof.deals.filter((each) => each.deal === open.deal);
  so(commitment(open.game, open.deal, 0xff, shown.secret) === open.commit);
  const promised = commits?.commits ?? [];
  const given = shares?.shares ?? [];
  so(promised.length === given.length);
  promised.forEach(({ seat, commit }, i) => {
    so(open.asked.includes(seat) && given[i].seat === seat);
    so(commitment(open.game, open.deal, seat - 1, given[i].share) === commit);
  });
  so(JSON.stringify(shown.shares ?? []) === JSON.stringify(given));
  const mixed = given.flatMap(({ seat, share }) => [u8(seat - 1), bytes(share)]);
  const head = [bytes(open.game), u32(open.deal), u8(open.seats, given.length)];
  const seed = H("seed", ...head, bytes(shown.secret), ...mixed);
  const cards = [...official];
  for (const card of shown.out ?? []) cards.splice(cards.indexOf(card), 1);
  return permute(seed, cards);
}

// --- section 15: address codes and TXT records -----------------------------------

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANGES = [
  ["10.0.0.0", 8], ["172.16.0.0", 12], ["192.168.0.0", 16],
  ["169.254.0.0", 16], ["100.64.0.0", 10],
].map(([first, bits]) => ({ first: number(first), size: 2 ** (32 - bits) }));

function number(address) {
  return address.split(".").reduce((all, part) => all * 256 + Number(part), 0);
}

const dotted = (value) => u32(value).join(".");
const check = (values) => values.reduce((sum, v, i) => sum + (i + 1) * v, 0) % 31;

function encode(host, port) {
  let before = 0;
  for (const { first, size } of RANGES) {
    const index = number(host) - first;
    if (index >= 0 && index < size) {
      const all = before + index;
      const values = [4, 3, 2, 1, 0].map((power) => Math.floor(all / 32 ** power) % 32);
      const code = [...values, check(values)].map((v) => LETTERS[v]).join("");
      return `${code.slice(0, 3)}-${code.slice(3)}${port === 4210 ? "" : `:${port}`}`;
    }
    before += size;
  }
  return null;
}

function decode(typed) {
  const [code, port = "4210"] = typed.split(":");
  const meant = { I: "1", L: "1", O: "0" };
  const letters = code.toUpperCase().replace(/[\s-]/g, "").replace(/[ILO]/g, (c) => meant[c]);
  const values = [...letters].map((letter) => LETTERS.indexOf(letter));
  if (values.length !== 6 || values.includes(-1)) return null;
  if (check(values.slice(0, 5)) !== values[5] || port < 1 || port > 65535) return null;
  let index = values.slice(0, 5).reduce((all, v) => all * 32 + v, 0);
  for (const { first, size } of RANGES) {
    if (index < size) return { host: dotted(first + index), port: Number(port) };
    index -= size;
  }
  return null;
}

// --- section 1: who a host is ------------------------------------------------------

let spoken = [];

function inGroups(data, size, count) {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length: count }, (_, i) =>
    parseInt(bits.slice(i * size, (i + 1) * size), 2));
}

const SHAPES = {
  txtvers: /^1$/, proto: /^[1-9]\d{0,2}(,[1-9]\d{0,2}){0,7}$/, st: /^(lobby|playing|over)$/,
  pl: /^\d{1,2}\/\d{1,2}$/, spec: /^[01]$/, pw: /^[01]$/, tls: /^[01]$/,
  id: /^[\w-]{1,64}$/, rs: /^[\w.-]{0,40}$/,
};

function advert(record) {
  const lower = Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key.toLowerCase(), value]),
  );
  const fits = ([key, shape]) => key in lower && shape.test(lower[key]);
  if (!Object.entries(SHAPES).every(fits)) return null;
  const [taken, seats] = lower.pl.split("/").map(Number);
  return {
    protos: lower.proto.split(",").map(Number), state: lower.st, taken, seats,
    watch: lower.spec === "1", password: lower.pw === "1", tls: lower.tls === "1",
    id: lower.id, rules: lower.rs,
  };
}

// --- the cases -------------------------------------------------------------------

function stream(pieces, cap) {
  const frames = new Frames(cap);
  const found = [];
  try {
    for (const piece of pieces) {
      frames.feed(piece);
      for (const one of frames.bodies()) found.push(one.toString("hex"));
    }
  } catch (refused) {
    return { found, bye: refused.code };
  }
  return { found, bye: undefined };
}

function* cut(data, size) {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}

const CHECKS = {
  framing(one) {
    for (const size of [1, 3, 1 << 20]) {
      const { found, bye } = stream(cut(bytes(one.stream), size), one.cap);
      assert.deepEqual([found, bye], [one.bodies, one.bye]);
    }
  },

  profile(one) {
    if ("value" in one) {
      assert.deepEqual(unpack(body(one.frame)), one.value);
      return;
    }
    assert.throws(
      () => unpack(body(one.frame)),
      (refused) => refused.code === one.bye && (!one.at || refused.at === one.at),
    );
  },

  messages(one) {
    const message = unpack(body(one.frame));
    assert.deepEqual(message, one.message);
    assert.equal(frame(one.message), one.frame);
    const ref = rootOf(one.direction, message.t);
    const read = ref ? known(message, definition(ref)) : null;
    assert.deepEqual(read, "reads_as" in one ? one.reads_as : one.message);
    assert.equal(read && wrong(read, definition(ref)), read && undefined);
  },

  errors(one) {
    const message = unpack(body(one.frame));
    const ref = rootOf("to_host", message.t);
    const unknown = typeof message.t === "string" && !ref;
    assert.equal(one.reply.code, unknown ? "unknown_type" : "bad_message");
    assert.ok(!ref || wrong(message, definition(ref)));
    const readable = Number.isInteger(message.id) && message.id > 0;
    assert.equal(one.reply.re, readable ? message.id : 0);
  },

  shuffle(one) {
    const { game, round, seats, secret, shares } = one;
    assert.equal(commitment(game, round, 0xff, secret), one.commitment);
    shares.forEach(({ seat, share }, i) => {
      assert.equal(commitment(game, round, seat, share), one.commitments[i].commitment);
    });
    const mixed = shares.flatMap(({ seat, share }) => [u8(seat), bytes(share)]);
    const front = [bytes(game), u32(round), u8(seats, shares.length), bytes(secret)];
    const seed = H("seed", ...front, ...mixed);
    assert.equal(seed.toString("hex"), one.seed);
    assert.deepEqual(permute(seed, one.deck.map((_, i) => i)), one.deck);
    const pile = [u8(one.discards.length), Buffer.from(one.discards)];
    const again = H("reshuffle", seed, u32(one.reshuffle), ...pile);
    assert.equal(again.toString("hex"), one.reshuffle_seed);
    assert.deepEqual(permute(again, one.discards), one.order);
  },

  deals(one) {
    if (one.fair) assert.deepEqual(deckOf(one), one.deck);
    else assert.throws(() => deckOf(one), /not so/);
  },

  address(one) {
    if ("typed" in one) assert.deepEqual(decode(one.typed), one.place);
    else assert.equal(encode(one.host, one.port), one.code);
  },

  hostkey(one) {
    if ("list" in one) {
      spoken = one.list.split(" ");
      assert.equal(new Set(spoken).size, 2048);
      return;
    }
    const fingerprint = createHash("sha256").update(one.of).digest();
    assert.equal(fingerprint.toString("hex"), one.fingerprint);
    const key = inGroups(fingerprint, 5, 16).map((digit) => LETTERS[digit]).join("");
    assert.equal(key, one.key);
    const cost = { N: 16384, r: 8, p: 1 };
    const drawn = scryptSync(fingerprint, "p10net/phrase/v1", 6, cost);
    assert.equal(drawn.toString("hex"), one.drawn);
    assert.deepEqual(inGroups(drawn, 11, 4), one.numbers);
    assert.equal(one.numbers.map((number) => spoken[number]).join(" "), one.words);
  },

  txt(one) {
    assert.deepEqual(advert(one.record), one.advert);
  },
};

for (const name of Object.keys(CHECKS).sort()) {
  const { cases } = load(name);
  for (const one of cases) {
    try {
      CHECKS[name](one);
    } catch (error) {
      error.message = `${name}, ${JSON.stringify(one).slice(0, 200)}: ${error.message}`;
      throw error;
    }
  }
  console.log(`${name}: ${cases.length} agree`);
}
