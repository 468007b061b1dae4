import type { QuestionWords } from '../../shared/question-words.ts'
import { say } from '../../shared/words/say.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

/** What is asked before something that has waited is sent: yes, or taken back. */
export function SendingQuestion({
  words: { title, words, agree },
  onAgree,
  onTakeBack,
  onOpenAccount
}: {
  readonly words: QuestionWords
  readonly onAgree: () => void
  readonly onTakeBack: () => void
  readonly onOpenAccount: () => void
}) {
  return (
    <Banner
      tone="needs"
      icon="credits"
      title={title}
      actions={
        <>
          <Button size="small" look="quiet" icon="undo" onClick={onTakeBack}>
            {say('Take back')}
          </Button>
          {agree === null ? (
            <Button size="small" onClick={onOpenAccount}>
              {say('See the limit')}
            </Button>
          ) : (
            <Button size="small" look="needs" onClick={onAgree}>
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
