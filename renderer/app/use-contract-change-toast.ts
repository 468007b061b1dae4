import { useEffect } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { markContractChangesSeen, subscribeToContractChanges, useContractChanges } from '../bridge/contract-changes.ts'
import { useAccount } from '../bridge/use-session.ts'
import { useToast } from '../ui/toasts.tsx'
import { navigate } from '../navigation/route.ts'

/** Shows a toast about unseen contract changes as soon as the window has focus. Each change is reported only once. */
export function useContractChangeToast(): void {
  const connectionId = useAccount()?.connection?.id ?? null
  const { changes } = useContractChanges()
  const toast = useToast()
  useEffect(() => (connectionId === null ? undefined : subscribeToContractChanges()), [connectionId])
  useEffect(() => {
    const unseen = changes.filter(({ isSeen }) => !isSeen)
    if (unseen.length === 0) return undefined
    async function tell(): Promise<void> {
      void markContractChangesSeen()
      // Loaded only when needed, because most starts find no contract change.
      const { contractChangeText } = await import('./contract-change-text.ts')
      toast({
        title: say('The service has changed'),
        description: contractChangeText(unseen),
        icon: 'refresh',
        action: { label: say('Show all'), onSelect: () => navigate({ view: 'settings', section: 'contract-changes' }) }
      })
    }
    if (document.hasFocus()) {
      void tell()
      return undefined
    }
    const onFocus = (): void => void tell()
    window.addEventListener('focus', onFocus, { once: true })
    return () => window.removeEventListener('focus', onFocus)
  }, [changes, toast])
}
