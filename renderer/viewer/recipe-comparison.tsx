import { useRef, useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { useNow } from '../ui/use-now.ts'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import { classNames } from '../ui/class-names.ts'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './compare-view.module.css'
import type { ResultWithTask } from './neighbours.ts'
import type { RecipeComparisonLine } from '../media/recipe-differences.ts'
import { comparisonColumnHeadings, compareRecipeLines, diffWords } from '../media/recipe-differences.ts'
import { resultFactLines, recipePrompts, recipeSettingLines } from '../media/recipe.ts'
import type { RecipeLine } from '../media/recipe.ts'

/** The recipes line by line, with differences marked. */
export function RecipeComparison({ shown }: { readonly shown: readonly ResultWithTask[] }) {
  const now = useNow(60_000)
  const capabilities = useCapabilityMap()
  const [showsSame, setShowsSame] = useState(false)
  const section = useRef<HTMLElement>(null)
  useRaiseToasts(section)
  const recipes = shown.map(({ task }) => {
    const capability = capabilities.get(task.capability) ?? null
    const { prompt, negativePrompt } = recipePrompts(capability, task.values)
    return [
      ...wordLine(say('Prompt'), prompt),
      ...wordLine(say('Negative prompt'), negativePrompt),
      ...recipeSettingLines(task, capability)
    ]
  })
  const settings = compareRecipeLines(recipes)
  const facts = compareRecipeLines(shown.map(({ task, result }) => resultFactLines(task, result, now)))
  const different = settings.filter(({ isSame }) => !isSame)
  // Without differences, one line replaces the table, so that the results have more space.
  const hasTable = showsSame || different.length > 0
  return (
    <section
      ref={section}
      aria-label={say('Recipe comparison')}
      tabIndex={0}
      className={classNames(styles.recipes, !hasTable && styles.folded)}
    >
      <div className={styles.head}>
        <span className="strong">{differenceText(different)}</span>
        <span className="grow" />
        <Switch
          label={<span className="ink-2">{`${say('Show identical settings')}\u2002`}</span>}
          checked={showsSame}
          onChange={setShowsSame}
        />
      </div>
      {hasTable && (
        <table className={styles.table}>
          <thead>
            <tr>
              {comparisonColumnHeadings(shown.map(({ task }) => task.title)).map((head, place) => (
                <th key={shown[place]?.result.id} scope="col">
                  <span dir="auto" className="cut" title={head}>
                    {head}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {settings.map((line) => (showsSame || !line.isSame) && <Line key={line.name} line={line} isMarked />)}
          {facts.map((line) => (showsSame || !line.isSame) && <Line key={line.name} line={line} isMarked={false} />)}
        </table>
      )}
    </section>
  )
}

/**
 * Shows a line's name in a row above its values. Each value is then below its result. `isMarked` is true if differences are highlighted. It
 * is false for facts such as the file size, which the user didn't choose.
 */
function Line({ line: { name, values, isSame }, isMarked }: { readonly line: RecipeComparisonLine; readonly isMarked: boolean }) {
  const differs = isMarked && !isSame
  const [first] = values
  return (
    <tbody className={isMarked ? (isSame ? styles.same : styles.differs) : undefined}>
      <tr>
        <th scope="rowgroup" colSpan={values.length}>
          {name}
          {differs && <VisuallyHidden>{say(', differs')}</VisuallyHidden>}
        </th>
      </tr>
      <tr>
        {values.map((value, place) => (
          // The columns have the order of the results, so the index is a stable key.
          // oxlint-disable-next-line react/no-array-index-key
          <td key={place} dir="auto">
            {value === null ? (
              <span className={styles.none}>{say('none')}</span>
            ) : name === say('Prompt') && differs ? (
              <Words text={value} other={(place === 0 ? values.find((other) => other !== first) : first) ?? ''} />
            ) : (
              value
            )}
          </td>
        ))}
      </tr>
    </tbody>
  )
}

function Words({ text, other }: { readonly text: string; readonly other: string }) {
  let start = 0
  return diffWords(text, other).map(({ text: words, isDifferent }) => {
    const key = start
    start += words.length
    return isDifferent ? <mark key={key}>{words}</mark> : <span key={key}>{words}</span>
  })
}

function wordLine(name: string, value: string | null): readonly RecipeLine[] {
  return value === null ? [] : [{ name, value, isChosen: true }]
}

function differenceText(different: readonly RecipeComparisonLine[]): string {
  if (different.length === 0) return say('The settings are identical. Only the files differ.')
  return different.length === 1 ? say('1 line differs') : say('{different} lines differ', { different: different.length })
}
