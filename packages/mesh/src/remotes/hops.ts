/** The header in which a call carries how many nodes it has passed through. */
export const HOPS_HEADER = 'x-mesh-hops'
