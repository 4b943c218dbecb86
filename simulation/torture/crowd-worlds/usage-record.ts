import type { ProgramMeter, Usage } from './program-meter.js'

const SAMPLE_EVERY_MS = 10_000
const MINUTE_MS = 60_000

interface Sample extends Usage {
  readonly atMs: number
}

/** How much of something there was at most, and how fast it grew, in bytes. */
export interface Growth {
  readonly max: number
  readonly per_minute: number
}

/** What a server took over a while. */
export interface UsageStory {
  readonly samples: number
  readonly resident: Growth
  /** Used heap of all threads as it was found, collected or not. */
  readonly heap: Growth
  readonly external: Growth
  /** What was left of heaps and buffers after a collection, before and after, in bytes. */
  readonly kept_before: number
  readonly kept_after: number
  readonly kept_per_minute: number
  /** Processor time per time. */
  readonly processors: number
}

/** Notes what a server takes, every ten seconds. */
export class UsageRecord {
  private readonly samples: Sample[] = []
  private readonly timer: NodeJS.Timeout
  private reading: Promise<void> = Promise.resolve()

  private constructor(
    private readonly meter: ProgramMeter,
    private readonly before: Sample,
  ) {
    this.timer = setInterval(() => this.note(), SAMPLE_EVERY_MS).unref()
  }

  /** Collects what nobody needs, and begins. */
  static async begin(meter: ProgramMeter): Promise<UsageRecord> {
    const before = await meter.readCollected()
    return new UsageRecord(meter, { ...before, atMs: performance.now() })
  }

  async end(): Promise<UsageStory> {
    clearInterval(this.timer)
    this.note()
    await this.reading
    const last = this.samples.at(-1) as Sample
    const after = await this.meter.readCollected()
    const { before } = this
    const kept = ({ heap, external }: Usage): number => heap + external
    const passedMs = last.atMs - before.atMs
    return {
      samples: this.samples.length,
      resident: this.growth((sample) => sample.resident),
      heap: this.growth((sample) => sample.heap),
      external: this.growth((sample) => sample.external),
      kept_before: kept(before),
      kept_after: kept(after),
      kept_per_minute: Math.round(((kept(after) - kept(before)) / passedMs) * MINUTE_MS),
      processors: (last.processorMs - before.processorMs) / passedMs,
    }
  }

  private note(): void {
    this.reading = this.readAfter(this.reading)
    // Whoever ends the record hears of it.
    this.reading.catch(() => {})
  }

  private async readAfter(earlier: Promise<void>): Promise<void> {
    await earlier
    this.samples.push({ ...(await this.meter.read()), atMs: performance.now() })
  }

  private growth(of: (sample: Sample) => number): Growth {
    return {
      max: Math.max(...this.samples.map(of)),
      per_minute: Math.round(slopeOf(this.samples.map((sample) => [sample.atMs / MINUTE_MS, of(sample)]))),
    }
  }
}

/** The slope of the straight line nearest to all points; 0 where they do not make a line. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [meanX, meanY] = [mean(0), mean(1)]
  let products = 0
  let squares = 0
  for (const [x, y] of points) {
    products += (x - meanX) * (y - meanY)
    squares += (x - meanX) ** 2
  }
  return squares === 0 ? 0 : products / squares
}
