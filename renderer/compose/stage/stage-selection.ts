import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'

/** Item ID of the result at the stage's cursor. Null if no stage is shown, or if its cursor isn't at a result. */
export const stageSelection = createStore<{ readonly itemId: string | null }>(() => ({ itemId: null }))

/** Tells the command palette which result is at the cursor. */
export function usePublishStageSelection(itemId: string | null): void {
  useEffect(() => {
    stageSelection.setState({ itemId })
    return () => stageSelection.setState({ itemId: null })
  }, [itemId])
}
