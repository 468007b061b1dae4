import { createContext, useContext } from 'react'

/**
 * Where an input is placed. `panel`: in the settings panel, where one-line inputs are rows. `page`: in a group, with the label above the
 * input. `item`: in a list row, which already has a label.
 */
export type Placement = 'panel' | 'page' | 'item'

const Placed = createContext<Placement>('panel')
export const PlacementProvider = Placed.Provider

/** Room for media inputs. `compact`: below the stage, where the prompt must stay visible. Each input is then one row. */
export type MediaSize = 'full' | 'compact'

const Sized = createContext<MediaSize>('full')
export const MediaSizeProvider = Sized.Provider

export function useMediaSize(): MediaSize {
  return useContext(Sized)
}

export function usePlacement(): Placement {
  return useContext(Placed)
}
