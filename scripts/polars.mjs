// polars.mjs DIR: reads every shard of a folder, or of its export to Parquet, with polars, and prints what
// "halma data stats --json" counts as well, as one line of JSON.
import fs from "node:fs";
import path from "node:path";
import pl from "nodejs-polars";

const dir = process.argv[2];
const lines = fs.readFileSync(path.join(dir, "manifest.jsonl"), "utf8").trim().split("\n");
const shards = lines.map((line) => JSON.parse(line));
const read = (file) => (file.path.endsWith(".parquet") ? pl.readParquet : pl.readIPC)(fs.readFileSync(path.join(dir, file.path)));
const need = (holds, what) => {
	if (!holds) throw new Error(what);
};

const sums = { games: 0, positions: 0, moves: 0, full_positions: 0, visits: 0, policy_entries: 0, results: {} };
for (const shard of shards) {
	const games = read(shard.games_file);
	const rows = read(shard.positions_file);
	need(games.height === shard.games && rows.height === shard.rows, `${shard.games_file.path}: other counts than the manifest's`);
	sums.games += games.height;
	sums.positions += rows.height;
	sums.moves += games.getColumn("plies").sum();
	for (const result of games.getColumn("result").toArray()) sums.results[result] = (sums.results[result] ?? 0) + 1;
	sums.full_positions += rows.filter(pl.col("full")).height;

	const policy = rows.select(pl.col("policy").explode().alias("p")).filter(pl.col("p").isNotNull());
	const field = (name) => policy.select(pl.col("p").struct.field(name).alias(name)).getColumn(name);
	const visits = field("visits").toArray().filter((v) => v !== null);
	sums.visits += visits.reduce((sum, v) => sum + v, 0);
	sums.policy_entries += visits.length;

	// A row without its game: cells are those of the board, values are within
	// their range, and a search has a policy.
	const pieces = rows.getColumn("cells").toArray().map((cells) => [...cells].filter((c) => c > 0).length);
	need(new Set(pieces).size === 1, `${shard.positions_file.path}: boards with different numbers of pieces`);
	for (const name of ["root_value", "network_value", "short_value"])
		for (const value of rows.select(pl.col(name).explode()).getColumn(name).toArray())
			need(Math.abs(value) <= 32767, `${shard.positions_file.path}: ${name} is ${value}`);
	const searched = rows.filter(pl.col("searched")).height;
	const simulated = rows.filter(pl.col("simulations").gt(0)).height;
	need(searched === simulated, `${shard.positions_file.path}: ${searched} rows were searched, ${simulated} have simulations`);
}
console.log(JSON.stringify(sums));
