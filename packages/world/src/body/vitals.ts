/** Full health, fullness and strength of a body. */
export const HP_MAX = 20
export const HUNGER_MAX = 20
export const STAMINA_MAX = 1000
/** Ten seconds under water at five ticks a second. */
export const BREATH_TICKS = 50
/** Less than this in the stomach is felt: strength comes back more slowly, and the body says so. */
export const HUNGRY_BELOW = 5
