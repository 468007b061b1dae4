import type { MouseEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { Capability } from '../../shared/capability.ts'
import type { SpendingConsent } from '../../shared/spending.ts'
import type { Values } from '../../shared/values.ts'
import { sentences } from '../../shared/words/join.ts'
import { say } from '../../shared/words/say.ts'
import { request } from '../bridge/kiln.ts'
import { useCapability } from '../bridge/use-session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { countWords } from '../ui/figures.ts'
import { useAnnounce, VisuallyHidden } from '../ui/live-region.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { FormOrigin } from './compose-view-props.ts'
import { openedForm } from './forms-store.ts'
import { openOrigin } from './open-origin.ts'
import { valuesToSend } from './compose-form.ts'
import type { FormEstimate } from './price-words.ts'
import styles from './run-again.module.css'
import { SpendingQuestion } from './spending-question.tsx'
import type { Refusal } from './use-compose-form.ts'
import { useFormEstimate } from './use-form-estimate.ts'

export type RunAgainProps = {
  readonly origin: FormOrigin & { readonly capability: string; readonly values: Values }
  readonly onOpenTask: (taskId: string) => void
  readonly onOpenAccount: () => void
  /** Opens the form with these values: something has to be looked at first. */
  readonly onOpenForm: () => void
}

/** Sends the values of a task or of a recipe once more, as a new one that is paid for like any other. */
export function RunAgain(props: RunAgainProps) {
  const capability = useCapability(props.origin.capability)
  if (capability !== null) return <RunOf {...props} capability={capability} />
  return (
    <Button size="big" notReady title={say('The service no longer has this capability')}>
      {say('Run again')}
    </Button>
  )
}

/** Longer than any double click. */
const sentPauseInMs = 900

function RunOf({ origin, capability, onOpenTask, onOpenAccount, onOpenForm }: RunAgainProps & { readonly capability: Capability }) {
  const estimate = useFormEstimate(capability, origin.values, true)
  const toast = useToast()
  const announce = useAnnounce()
  const [sending, setSending] = useState<'no' | 'sending' | 'sent'>('no')
  const isSending = useRef(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  async function send(consent: readonly SpendingConsent[]): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setSending('sending')
    setRefusal(null)
    const refused = await sendAgain(origin, capability, consent)
    if (refused !== null) {
      setRefusal(refused)
      setSending('no')
      isSending.current = false
      return
    }
    setSending('sent')
    announce(say('Sent again. It is in the queue.'))
    toast({ title: say('Sent again'), words: say('It is in the queue.'), icon: 'run-again' })
    setTimeout(() => {
      isSending.current = false
      setSending('no')
    }, sentPauseInMs)
  }
  // The second press of a double click must not be a second order.
  function press(event: MouseEvent): void {
    if (event.detail < 2) void send([])
  }
  return (
    <>
      <Button
        size="big"
        price={priceOf(estimate)}
        busy={sending === 'no' ? false : sending === 'sending' ? say('Sending') : say('Sent')}
        onClick={press}
      >
        {say('Run again')}
      </Button>
      {refusal !== null && (
        <div className={styles.question}>
          {refusal.guards === undefined ? (
            <Banner
              tone="failed"
              icon="warning"
              title={refusal.message}
              actions={
                <Button size="small" onClick={onOpenForm}>
                  {say('Open the form')}
                </Button>
              }
            >
              {sentences(...refusal.problems.map(({ message }) => message), refusal.advice)}
            </Banner>
          ) : (
            <SpendingQuestion
              guards={refusal.guards}
              onAgree={(consent) => void send(consent)}
              onOpenTask={onOpenTask}
              onOpenAccount={onOpenAccount}
            />
          )}
        </div>
      )}
    </>
  )
}

/** The bare figure, since the button is narrow; where there is none, why. */
function priceOf(estimate: FormEstimate): ReactNode {
  if (estimate.credits === null) return estimate.isAsking ? say('asking the price') : say('price unknown')
  return (
    <>
      {estimate.source === 'service' ? say('about {count, number}', { count: estimate.credits }) : countWords(estimate.credits)}
      <VisuallyHidden>{say(' credits')}</VisuallyHidden>
    </>
  )
}

/** Null: it was sent. What the contract no longer takes as it was, or a file that is gone, is for a person to look at first. */
async function sendAgain(origin: FormOrigin, capability: Capability, consent: readonly SpendingConsent[]): Promise<Refusal | null> {
  const opened = await openOrigin(origin)
  if (!opened.ok) return opened
  const [gone] = opened.value.gone
  if (gone !== undefined)
    return refusalOf(say('“{name}” is not where it was.', { name: gone.name }), say('Nothing was sent. Choose it again in the form.'))
  const { form, mended } = openedForm(capability, opened.value)
  if (mended.length > 0 || form.left.length > 0)
    return refusalOf(say('The service takes this differently now.'), say('Nothing was sent. Look at the form first.'))
  const outcome = await request('task.submit', { capability: capability.id, values: valuesToSend(capability, form), consent: [...consent] })
  return outcome.ok ? null : outcome
}

function refusalOf(message: string, advice: string): Refusal {
  return { ok: false, message, advice, requestId: null, problems: [] }
}
