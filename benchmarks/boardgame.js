// The peer of `python -m benchmarks tables`: a card game of the same size on
// boardgame.io, its server and four clients a table in one process, as ours are there.
//
//   npm install --prefix lab boardgame.io
//   NODE_PATH=lab/node_modules node benchmarks/boardgame.js [TABLES [MOVES]]

const { Server, Origins } = require("boardgame.io/server");
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { INVALID_MOVE } = require("boardgame.io/core");

const TABLES = Number(process.argv[2] ?? 10);
const MOVES = Number(process.argv[3] ?? 1500);
const SEATS = 4;
const PORT = 8123;
const LOOK = 20; // milliseconds between looks whether all clients have a state

const numbers = Array.from({ length: 12 }, (_, i) => i + 1);
const twice = [..."RBGYRBGY"].flatMap((color) => numbers.map((n) => color + n));
const deck = [...twice, ..."WWWWWWWWSSSS"];

function setup({ ctx, random }) {
  const cards = random.Shuffle(deck);
  const seats = Array.from({ length: ctx.numPlayers }, (_, at) => at);
  const hands = Object.fromEntries(seats.map((at) => [at, cards.splice(0, 10)]));
  const open = { phase: 1, n: 10, score: 0, done: [], took: [], passed: [] };
  return {
    hands,
    pile: [cards.pop()],
    stock: cards,
    seats: seats.map((seat) => ({ seat, ...open })),
    drew: false,
  };
}

function draw({ G, playerID, random }) {
  if (G.drew) return INVALID_MOVE;
  if (!G.stock.length) G.stock = random.Shuffle(G.pile.splice(0, G.pile.length - 1));
  G.hands[playerID].push(G.stock.pop());
  G.seats[playerID].n += 1;
  G.drew = true;
}

function discard({ G, playerID, events }, at) {
  if (!G.drew) return INVALID_MOVE;
  G.pile.push(G.hands[playerID].splice(at, 1)[0]);
  G.seats[playerID].n -= 1;
  G.drew = false;
  events.endTurn();
}

// What a seat may not know never leaves the server.
const playerView = ({ G, playerID }) => ({
  ...G,
  stock: G.stock.length,
  hands: { [playerID]: G.hands[playerID] },
});
const moves = {
  draw: { client: false, move: draw },
  discard: { client: false, move: discard },
};
const game = { name: "ten", setup, playerView, moves };

function sit(table) {
  const multiplayer = SocketIO({ server: `http://localhost:${PORT}` });
  return Array.from({ length: SEATS }, (_, at) => {
    const who = { playerID: String(at), matchID: `table${table}` };
    const client = Client({ game, numPlayers: SEATS, multiplayer, debug: false, ...who });
    client.start();
    return client;
  });
}

// Resolves when a client has seen what comes after a state.
const later = (client, before) =>
  new Promise((resolve) => {
    const forget = client.subscribe((state) => {
      if (!state || state._stateID <= before) return;
      forget();
      resolve();
    });
  });

async function play(clients, took) {
  while (took.length < MOVES) {
    const state = clients[0].getState();
    const start = process.hrtime.bigint();
    const seen = clients.map((client) => later(client, state._stateID));
    const mine = clients[Number(state.ctx.currentPlayer)].moves;
    if (state.G.drew) mine.discard(0);
    else mine.draw();
    await Promise.all(seen);
    took.push(Number(process.hrtime.bigint() - start) / 1000);
  }
}

async function main() {
  await Server({ games: [game], origins: [Origins.LOCALHOST] }).run(PORT);
  const tables = Array.from({ length: TABLES }, (_, at) => sit(at));
  while (!tables.flat().every((client) => client.getState()))
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  const took = [];
  const before = process.cpuUsage();
  await Promise.all(tables.map((clients) => play(clients, took)));
  const { user, system } = process.cpuUsage(before);
  took.sort((one, other) => one - other);
  const each = (user + system) / took.length;
  const median = took[took.length >> 1];
  console.log(`${TABLES} tables, ${Math.round(1e6 / each)} moves a second of CPU`);
  console.log(`a move: ${Math.round(each)} µs of CPU`);
  console.log(`action to the last of four views: ${Math.round(median)} µs, median`);
  process.exit(0);
}

main();
