/** Recorded observations that no session here shows, by file, agent and tick of the protocol's fixtures. */
export interface NotPlayed {
  readonly because: string
  readonly observations: readonly string[]
}

export const NOT_PLAYED: readonly NotPlayed[] = [
  {
    because: 'pending, the director: events of the world, and what it brings to take part in them',
    observations: [
      'events A1@200',
      'events A1@406',
      'events A1@1200',
      'events A1@1600',
      'events A1@2000',
      'events A1@2200',
      'events A1@3000',
      'events A1@3800',
      'events A1@3875',
      'events A1@4328',
      'events A1@5000',
      'events A1@5050',
      'events A1@6000',
      'events A1@7469',
      'events A1@8063',
      'events A1@9044',
      'events A1@27000',
      'events A1@39000',
    ],
  },
  {
    because: 'pending, the director and laws: a civic vote',
    observations: ['events A1@6006', 'events A1@6026', 'events A1@6028', 'events A1@6086'],
  },
  { because: 'pending, points for structures that last', observations: ['events A1@9344'] },
  {
    because: 'pending, land and what it costs to keep',
    observations: ['events A1@2003', 'events A2@2004', 'events A1@18014', 'instants A2@75', 'instants A1@1005'],
  },
  {
    because: 'pending, contracts at their deadline',
    observations: ['instants A2@11', 'instants A2@19', 'instants A2@28'],
  },
  { because: 'pending, laws: who is wanted', observations: ['obs A1@51', 'tasks A2@67', 'tasks A2@72'] },
  { because: 'pending, trade across a switch', observations: ['switch A2@10'] },
  {
    because: 'the walk that led there was not recorded; another into a new country is played',
    observations: ['events A1@4141'],
  },
  { because: 'pending, an operator who has a world rebuilt', observations: ['events A1@141'] },
  {
    because: 'on purpose: a season ends without rebuilding a world that is no mine, and takes 42,000 ticks to do so',
    observations: ['events A1@42000'],
  },
]
