import { useRef, useState } from 'react'
import { defaultNamePattern, namePatternProblem, namePlaceholders, resultName } from '../../shared/library/result-name.ts'
import type { NamePlaceholder } from '../../shared/library/result-name.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { LabelledField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { SavedNote } from '../ui/saved-note.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useDraftValue } from '../ui/use-draft-value.ts'
import styles from './file-name-pattern-form.module.css'
import { useChangeSettings } from './use-change-settings.ts'

const tokenText: { readonly [Token in NamePlaceholder]: string } = {
  date: word('date'),
  year: word('year'),
  month: word('month'),
  time: word('time'),
  capability: word('capability'),
  words: word('first words of the prompt'),
  index: word('result number')
}

/** Edits the file name pattern and shows an example. A valid pattern applies on Enter, and when the focus leaves the form. */
export function FileNamePatternForm({ rule }: { readonly rule: string }) {
  const change = useChangeSettings()
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [at] = useState(() => Date.now())
  const { shown, problem, isChanged, edit, revert, apply, undo, groupProps } = useDraftValue({
    saved: rule,
    problemOf: namePatternProblem,
    save: async (nameRule) => {
      const isSaved = await change({ nameRule })
      if (isSaved) announce(say('Pattern saved'))
      return isSaved
    }
  })
  /** Inserts a placeholder at the caret, or replaces the selected text with it. */
  function insert(token: NamePlaceholder) {
    const field = input.current
    if (field === null) return
    const [start, end] = [field.selectionStart ?? shown.length, field.selectionEnd ?? shown.length]
    const sign = `{${token}}`
    edit(shown.slice(0, start) + sign + shown.slice(end))
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start + sign.length, start + sign.length)
    })
  }

  return (
    <div {...groupProps}>
      <LabelledField label={say('File name pattern')} error={problem}>
        {(control) => (
          <SingleLineInput {...control} ref={input} dir="ltr" className="id" value={shown} onChange={(event) => edit(event.target.value)} />
        )}
      </LabelledField>
      <div role="group" aria-label={say('Insert a placeholder')} className={styles.tokens}>
        {namePlaceholders.map((token) => (
          <Button
            key={token}
            size="small"
            variant="quiet"
            title={say('Insert {what}', { what: say(tokenText[token]) })}
            aria-label={say('Insert {what}: {token}', { what: say(tokenText[token]), token: `{${token}}` })}
            dir="ltr"
            className="id"
            onClick={() => insert(token)}
          >
            {`{${token}}`}
          </Button>
        ))}
      </div>
      {problem === null && (
        <output aria-label={say('Example file name')} className={styles.example}>
          <Icon name="file" size="s" />
          <span>{say('Example:')}</span>
          <bdi dir="ltr">{exampleOf(shown, at)}</bdi>
        </output>
      )}
      {isChanged ? (
        <div className={styles.actions}>
          <Button variant="quiet" onClick={revert}>
            {say('Revert')}
          </Button>
        </div>
      ) : (
        (undo !== null || rule !== defaultNamePattern) && (
          <div className={styles.actions}>
            {undo !== null && <SavedNote onUndo={undo} />}
            {rule !== defaultNamePattern && (
              <Button variant="quiet" onClick={() => apply(defaultNamePattern)}>
                {say('Use default pattern')}
              </Button>
            )}
          </div>
        )
      )}
    </div>
  )
}

/** Returns an example file name: the second of four images that were created at `at`. */
function exampleOf(rule: string, at: number): string {
  return `${resultName({ capability: 'image-generator', title: say('A red fox in the snow'), index: 1, count: 4, at }, rule)}.png`
}
