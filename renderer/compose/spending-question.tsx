import type { SpendingConsent, SpendingGuard } from '../../shared/spending.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { useNow } from '../bridge/use-now.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { guardWords } from './guard-words.ts'

export type SpendingQuestionProps = {
  readonly guards: readonly SpendingGuard[]
  readonly onAgree: (consent: readonly SpendingConsent[]) => void
  readonly onOpenTask: (taskId: string) => void
  readonly onOpenAccount: () => void
}

/** What is asked before credits are spent, with the way out of each. */
export function SpendingQuestion({ guards, onAgree, onOpenTask, onOpenAccount }: SpendingQuestionProps) {
  const now = useNow(10_000)
  const consent = guards.flatMap(({ kind }) => (kind === 'limit' ? [] : [kind]))
  const isAskable = consent.length === guards.length
  const twin = guards.find((guard) => guard.kind === 'twin')
  const [first] = guards
  if (first === undefined) return null
  return (
    <Banner
      tone="needs"
      icon={first.kind === 'twin' ? 'copy' : 'credits'}
      title={guardWords(first, now).title}
      actions={
        <>
          {twin !== undefined && (
            <Button size="small" onClick={() => onOpenTask(twin.id)}>
              {say('Show the first')}
            </Button>
          )}
          {isAskable ? (
            <Button size="small" onClick={() => onAgree(consent)}>
              {twin === undefined ? say('Yes, send it') : say('Make another')}
            </Button>
          ) : (
            <Button size="small" onClick={onOpenAccount}>
              {say('See the limit')}
            </Button>
          )}
        </>
      }
    >
      {sentences(...guards.map((guard) => guardWords(guard, now).words))}
    </Banner>
  )
}
