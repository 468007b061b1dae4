import { useState } from 'react'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useFailureToast } from '../ui/toasts.tsx'

/** Lets the user choose the library folder in a system dialog. `isChoosing` is true until the main process responds. */
export function useLibraryFolderChoice(): { readonly isChoosing: boolean; readonly choose: () => Promise<void> } {
  const sayFailure = useFailureToast()
  const [isChoosing, setIsChoosing] = useState(false)
  async function choose(): Promise<void> {
    setIsChoosing(true)
    const outcome = await request('settings.chooseLibraryFolder')
    setIsChoosing(false)
    if (outcome.ok) session.setState({ settings: { state: 'ready', value: outcome.value } })
    sayFailure(outcome)
  }
  return { isChoosing, choose }
}
