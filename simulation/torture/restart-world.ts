/** The world whose history is written, and the seed the server starts with. */
export const RESTART_WORLD = 'OVERWORLD'
export const RESTART_SEED = 1337
