import { useEffect } from 'react'
import { say } from '../../shared/words/say.ts'
import { markContractNewsSeen, startContractNews, useContractNews } from '../bridge/contract-news.ts'
import { useAccount } from '../bridge/use-session.ts'
import { useToast } from '../ui/toasts.tsx'
import { contractWords } from './contract-words.ts'

/** Says that the contract has changed: once, to a window that somebody looks at. */
export function useContractChangeNotice(onShowAll: () => void): void {
  const connectionId = useAccount()?.connection?.id ?? null
  const { changes } = useContractNews()
  const toast = useToast()
  useEffect(() => (connectionId === null ? undefined : startContractNews()), [connectionId])
  useEffect(() => {
    const unseen = changes.filter(({ isSeen }) => !isSeen)
    if (unseen.length === 0) return undefined
    function tell(): void {
      toast({
        title: say('The service has changed'),
        words: contractWords(unseen),
        icon: 'refresh',
        action: { label: say('Show all'), onSelect: onShowAll }
      })
      void markContractNewsSeen()
    }
    if (document.hasFocus()) {
      tell()
      return undefined
    }
    window.addEventListener('focus', tell, { once: true })
    return () => window.removeEventListener('focus', tell)
  }, [changes, toast, onShowAll])
}
