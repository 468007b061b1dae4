import { useState } from 'react'
import { say } from '../../shared/words/say.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { useNow } from '../bridge/use-now.ts'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './compare-view.module.css'
import type { FoundResult } from './neighbours.ts'
import type { ComparedLine } from './recipe-differences.ts'
import { comparedLines, wordsBeside } from './recipe-differences.ts'
import { factsOf, recipeWords, settingsOf } from './recipe.ts'
import type { RecipeLine } from './recipe.ts'

/** The recipes line by line; where they are not the same is marked. */
export function CompareRecipes({ shown }: { readonly shown: readonly FoundResult[] }) {
  const now = useNow(60_000)
  const capabilities = useCapabilityMap()
  const [showsSame, setShowsSame] = useState(false)
  const recipes = shown.map(({ task }) => {
    const capability = capabilities.get(task.capability) ?? null
    const { prompt, leftOut } = recipeWords(capability, task.values)
    return [...wordLine(say('Prompt'), prompt), ...wordLine(say('Leaving out'), leftOut), ...settingsOf(task, capability)]
  })
  const settings = comparedLines(recipes)
  const facts = comparedLines(shown.map(({ task, result }) => factsOf(task, result, now)))
  const different = settings.filter(({ isSame }) => !isSame)
  return (
    <section aria-label={say('Recipes beside each other')} tabIndex={0} className={styles.recipes}>
      <div className={styles.head}>
        <span className="strong">{differenceWords(different)}</span>
        <span className="grow" />
        <Switch
          label={<span className="ink-2">{`${say('Show what is the same')}\u2002`}</span>}
          checked={showsSame}
          onChange={setShowsSame}
        />
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{say('Line')}</VisuallyHidden>
            </th>
            {shown.map(({ task, result }, place) => (
              <th key={result.id} scope="col">
                <span dir="auto" className="cut" title={task.title}>
                  {place + 1}. {task.title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(showsSame ? settings : different).map((line) => (
            <Line key={line.name} line={line} isMarked />
          ))}
          {facts.map((line) => (
            <Line key={line.name} line={line} isMarked={false} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `isMarked` false: times and credits, which are never alike. */
function Line({ line: { name, values, isSame }, isMarked }: { readonly line: ComparedLine; readonly isMarked: boolean }) {
  const differs = isMarked && !isSame
  const [first] = values
  return (
    <tr className={isMarked ? (isSame ? styles.same : styles.differs) : undefined}>
      <th scope="row">
        {name}
        {differs && <VisuallyHidden>{say(', differs')}</VisuallyHidden>}
      </th>
      {values.map((value, place) => (
        // The columns stand in the order of the results, which only changes with them.
        // oxlint-disable-next-line react/no-array-index-key
        <td key={place} dir="auto">
          {value === null ? (
            <span className={styles.none}>{say('not there')}</span>
          ) : name === say('Prompt') && differs ? (
            <Words text={value} other={(place === 0 ? values.find((other) => other !== first) : first) ?? ''} />
          ) : (
            value
          )}
        </td>
      ))}
    </tr>
  )
}

function Words({ text, other }: { readonly text: string; readonly other: string }) {
  let start = 0
  return wordsBeside(text, other).map(({ words, isOwn }) => {
    const key = start
    start += words.length
    return isOwn ? <mark key={key}>{words}</mark> : <span key={key}>{words}</span>
  })
}

function wordLine(name: string, value: string | null): readonly RecipeLine[] {
  return value === null ? [] : [{ name, value, isChosen: true }]
}

function differenceWords(different: readonly ComparedLine[]): string {
  if (different.length === 0) return say('Made the same way')
  return different.length === 1 ? say('One line differs') : say('{different} lines differ', { different: different.length })
}
