import { useState } from 'react'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useFailureToast } from '../ui/toasts.tsx'

/** Chooses the library folder through the system's own dialog. */
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
