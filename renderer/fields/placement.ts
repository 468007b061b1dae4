import { createContext, useContext } from 'react'

/**
 * Where an input stands. `panel`: among the settings at the side, where one-liners are rows. `page`: in a group, beside others, its name
 * above it. `item`: a row of a list, which has a name already.
 */
export type Placement = 'panel' | 'page' | 'item'

const Placed = createContext<Placement>('panel')
export const PlacementProvider = Placed.Provider

export function usePlacement(): Placement {
  return useContext(Placed)
}
