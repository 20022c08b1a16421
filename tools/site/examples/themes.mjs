/* SPDX-License-Identifier: MIT */
/* The examples by theme, in the order in which they are shown. */
export const themes = [
  ['First steps', ['sieve', 'life', 'match', 'minimum', 'stages', 'tournament']],
  ['Search', ['search', 'tanimoto', 'column_scan', 'epistasis']],
  ['Graphs', ['levels', 'warshall', 'warshall1', 'components', 'strong', 'topological',
    'triangles', 'depth_first', 'dominators', 'random_graph', 'sparse', 'maximum_clique']],
  ['Trees', ['prim', 'kruskal', 'optimal', 'gabow', 'branching']],
  ['Paths', ['dijkstra', 'dijkstra_queue', 'bellman_ford', 'floyd']],
  ['Lists of arcs', ['arcs', 'depth_first_arcs', 'closure_arcs', 'mst_edges', 'sink_arcs',
    'spt_arcs']],
  ['Dynamic programming', ['knapsack', 'knapsack_all', 'matrix_chain', 'chain_diagonals',
    'pfold_knapsack', 'pipeline_stages', 'schedule']],
];
