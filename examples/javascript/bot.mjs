// A p10net bot for Node: node bot.mjs HOST PORT [NAME]
//
// It lays and hits whenever it can, and otherwise plays what the host proposes; a lost
// connection is taken up again where it broke.

import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { decode, encode } from "@msgpack/msgpack";

const PATIENCE = 120_000; // ms for which a host that is gone is tried again
const SILENCE = 10_000; // ms without a frame, not even a beat, after which it is gone
const LONGEST = 262_144; // bytes a frame from a host may have

/** Cut a stream of bytes into messages, whatever the pieces it comes in. */
async function* messages(socket) {
  let bytes = Buffer.alloc(0);
  for await (const piece of socket) {
    bytes = Buffer.concat([bytes, piece]);
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0);
      if (length < 1 || length > LONGEST) throw new Error(`a frame of ${length} bytes`);
      if (bytes.length < 4 + length) break;
      yield decode(bytes.subarray(4, 4 + length));
      bytes = bytes.subarray(4 + length);
    }
  }
}

function send(socket, message) {
  const body = encode(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  socket.write(Buffer.concat([length, body]));
}

/** Lay or hit if that is possible, else do what the host would do for us. */
function choose(ask) {
  return ask.can.find(({ a }) => a === "lay" || a === "hit") ?? ask.default;
}

/** A seat at a table, over as many connections as it takes. */
class Bot {
  session; // from our welcome: whoever has it has the seat
  lastId = 1; // hello has id 1, so that any act may be sent again after it
  act; // our newest act; it may have got lost
  heard = 0; // when the host last said something

  constructor(name) {
    this.name = name;
  }

  /** Play until the host says goodbye; give its last message. */
  async run(host, port) {
    for (;;) {
      const socket = connect({ host, port, noDelay: true });
      const bye = await this.visit(socket).catch((error) => {
        if (!this.session || Date.now() - this.heard > PATIENCE) throw error;
      });
      if (bye && bye.retry == null) return bye; // nil is as good as absent
      await sleep(bye ? 1000 * bye.retry : 500);
    }
  }

  /** Live through one connection, until its bye. */
  async visit(socket) {
    socket.on("error", () => {}); // the loop below throws it; after that nobody cares
    socket.setTimeout(SILENCE, () => socket.destroy(new Error("the host is silent")));
    try {
      await once(socket, "connect");
      this.send = (message) => send(socket, message);
      this.back = this.act !== undefined;
      this.greet(1);
      for await (const message of messages(socket)) {
        this.heard = Date.now();
        if (message.t === "bye") return message;
        this[message.t]?.(message);
      }
      throw new Error("the connection was closed");
    } finally {
      socket.destroy();
    }
  }

  greet(id) {
    const hello = { t: "hello", id, proto: [1], name: this.name, kind: "bot" };
    if (this.session) hello.session = this.session;
    this.send({ ...hello, client: "js-example/1" });
  }

  welcome({ session, last_id }) {
    this.session = session;
    this.lastId = Math.max(this.lastId, last_id);
  }

  /** Answer a question once; after a loss the same answer, under its old id. */
  state({ ask }) {
    const { back } = this;
    this.back = false;
    if (!ask) return;
    if (this.act?.step !== ask.step) this.do(ask, choose(ask));
    else if (back) this.send(this.act);
  }

  do(ask, action) {
    this.ask = ask;
    this.lastId += 1;
    this.act = { t: "act", id: this.lastId, step: ask.step, action };
    this.send(this.act);
  }

  err({ re, code, msg }) {
    console.error(`${code}: ${msg}`);
    if (code === "name_taken") {
      this.name += " 2";
      this.lastId = re + 1;
      this.greet(this.lastId);
    } else if (re === this.act?.id) {
      this.act = undefined; // not done: the next question may be the same one again
      if (code === "illegal") this.do(this.ask, this.ask.default);
    }
  }
}

const [host, port, name = "Jo"] = process.argv.slice(2);
try {
  console.log((await new Bot(name).run(host, Number(port))).msg);
} catch (error) {
  console.error(`No table at ${host} ${port}: ${error.message}`);
  process.exitCode = 1;
}
