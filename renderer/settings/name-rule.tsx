import type { FormEvent } from 'react'
import { useRef, useState } from 'react'
import { defaultNameRule, nameRuleProblem, nameTokens, resultName } from '../../shared/result-name.ts'
import type { NameToken } from '../../shared/result-name.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './name-rule.module.css'
import { useChangeSettings } from './use-change-settings.ts'

const tokenWords: { readonly [Token in NameToken]: string } = {
  date: 'the day',
  year: 'the year',
  month: 'the month',
  time: 'the time of day',
  capability: 'what it was made with',
  words: 'the first words of the prompt',
  index: 'which of several it is'
}

/** The rule that files are named by, with a name that it makes. What can't be a rule is not kept. */
export function NameRule({ rule }: { readonly rule: string }) {
  const change = useChangeSettings()
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [at] = useState(() => Date.now())
  const shown = typed ?? rule
  const problem = nameRuleProblem(shown)
  const isChanged = shown !== rule

  async function keep(next: string) {
    if (await change({ nameRule: next })) {
      setTyped(null)
      announce('The rule is kept')
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (problem === null && isChanged) void keep(shown)
  }
  /** Where the caret is, or in the place of what is marked. */
  function insert(token: NameToken) {
    const field = input.current
    if (field === null) return
    const [start, end] = [field.selectionStart ?? shown.length, field.selectionEnd ?? shown.length]
    const word = `{${token}}`
    setTyped(shown.slice(0, start) + word + shown.slice(end))
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start + word.length, start + word.length)
    })
  }

  return (
    <form onSubmit={submit}>
      <Field label="Rule" error={problem}>
        {(control) => (
          <TextField
            {...control}
            ref={input}
            className="id"
            value={shown}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || !isChanged) return
              event.stopPropagation()
              setTyped(null)
            }}
          />
        )}
      </Field>
      <div role="group" aria-label="Put into the rule" className={styles.tokens}>
        {nameTokens.map((token) => (
          <Button
            key={token}
            size="small"
            look="quiet"
            title={`Put in ${tokenWords[token]}`}
            aria-label={`Put in ${tokenWords[token]}: {${token}}`}
            className="id"
            onClick={() => insert(token)}
          >
            {`{${token}}`}
          </Button>
        ))}
      </div>
      {problem === null && (
        <output aria-label="A name by this rule" className={styles.example}>
          <Icon name="file" size="s" />
          <span>{exampleOf(shown, at)}</span>
        </output>
      )}
      <div className={styles.actions}>
        <Button submits notReady={problem !== null || !isChanged}>
          Keep this rule
        </Button>
        {isChanged && (
          <Button look="quiet" onClick={() => setTyped(null)}>
            As it was
          </Button>
        )}
        {!isChanged && rule !== defaultNameRule && (
          <Button look="quiet" onClick={() => void keep(defaultNameRule)}>
            Kiln’s own rule
          </Button>
        )}
      </div>
    </form>
  )
}

/** The second of four pictures of this moment. */
function exampleOf(rule: string, at: number): string {
  return `${resultName({ capability: 'image-generator', title: 'A red fox in the snow', index: 1, count: 4, at }, rule)}.png`
}
