import { type Color, mix } from './canvas.js'

const NIGHT_TOP: Color = [18, 22, 52]
const NIGHT_LOW: Color = [46, 50, 84]
const DAY_TOP: Color = [92, 150, 226]
const DAY_LOW: Color = [188, 214, 240]
const DUSK: Color = [236, 150, 92]
const STORM: Color = [112, 120, 132]
/** A picture is for finding one's way: the darkest night still shows the ground. */
const NIGHT_LIGHT = 0.6

export type Daylight = {
  /** 0 at night, 1 at day. */
  readonly brightness: number
  /** What sunlight leaves of a colour. */
  readonly light: number
  readonly sky: { readonly top: Color; readonly low: Color }
  /** In a word, for the legend. */
  readonly name: 'day' | 'night' | 'dusk' | 'dawn'
}

/** The light of an hour: 0 is midnight, 0.5 noon. */
export function daylightAt(timeOfDay: number, weather: string): Daylight {
  // Dark until 0.2 and from 0.8 on, light from 0.3 to 0.7.
  const untilNoon = 0.5 - Math.abs(timeOfDay - 0.5)
  const brightness = Math.max(0, Math.min(1, (untilNoon - 0.2) / 0.1))
  const twilight = 1 - Math.abs(brightness * 2 - 1)
  const clear = { top: mix(NIGHT_TOP, DAY_TOP, brightness), low: mix(NIGHT_LOW, DAY_LOW, brightness) }
  const low = mix(clear.low, DUSK, twilight * 0.6)
  const gloom = weather === 'STORM' ? 0.6 : 0
  const shadow: Color = mix([0, 0, 0], STORM, 0.3 + brightness * 0.7)
  return {
    brightness,
    light: NIGHT_LIGHT + (1 - NIGHT_LIGHT) * brightness * (1 - gloom * 0.3),
    sky: { top: mix(clear.top, shadow, gloom), low: mix(low, shadow, gloom) },
    name: brightness === 1 ? 'day' : brightness === 0 ? 'night' : timeOfDay < 0.5 ? 'dawn' : 'dusk',
  }
}

/** The sky along a direction, by how steeply it goes up. */
export function skyColor({ sky }: Daylight, up: number): Color {
  return mix(sky.low, sky.top, Math.max(0, Math.min(1, up * 1.5)))
}
