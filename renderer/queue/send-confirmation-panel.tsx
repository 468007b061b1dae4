import type { SendConfirmationText } from '../../shared/phrases/send-confirmation-phrases.ts'
import { say } from '../../shared/i18n/say.ts'
import { openDailyLimit } from '../navigation/route.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/**
 * Asks the user to confirm or cancel a waiting task or the waiting tasks of a batch. If `agree` is null, offers to change the daily limit
 * instead of a confirmation.
 */
export function SendConfirmationPanel({
  words: { title, words, agree },
  cancel,
  onAgree,
  onCancel
}: {
  readonly words: SendConfirmationText
  /** Label of the cancel button. */
  readonly cancel: string
  /** Undefined if the user can't confirm. */
  readonly onAgree: (() => void) | undefined
  readonly onCancel: () => void
}) {
  return (
    <Banner
      tone="needs"
      icon="credits"
      title={title}
      actions={
        <>
          <Button size="small" variant="quiet" icon="undo" onClick={onCancel}>
            {cancel}
          </Button>
          {agree === null ? (
            <Button size="small" onClick={openDailyLimit}>
              {say('Change daily limit')}
            </Button>
          ) : (
            <Button size="small" variant="needs" onClick={onAgree}>
              {agree}
            </Button>
          )}
        </>
      }
    >
      {words}
    </Banner>
  )
}
