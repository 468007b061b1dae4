import { createContext, useContext } from 'react'

/**
 * Placement of an input. `panel`: among the settings at the side, where one-line inputs are rows. `page`: in a group beside other fields,
 * with its name above it. `item`: a row of a list, which has a name already.
 */
export type Placement = 'panel' | 'page' | 'item'

const Placed = createContext<Placement>('panel')
export const PlacementProvider = Placed.Provider

export function usePlacement(): Placement {
  return useContext(Placed)
}
