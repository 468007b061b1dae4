import { verbOf } from '../media/capability-verbs.ts'
import { say } from '../../shared/i18n/say.ts'
import type { ResultAction } from './result-actions.ts'

/**
 * Returns the labels of `actions`, such as “Upscale”, “Apply film look” or “Edit with Image generator”. Actions with the same verb are
 * distinguished by their capability.
 */
export function actionLabels(actions: readonly ResultAction[]): ReadonlyMap<ResultAction, string> {
  const labels = actions.map(labelOf)
  return new Map(
    actions.map((action, place) => {
      const label = labels[place] ?? ''
      const isUnique = labels.indexOf(label) === labels.lastIndexOf(label)
      return [action, isUnique ? label : say('{action} ({title})', { action: label, title: action.capability.title })]
    })
  )
}

function labelOf({ capability, mode }: ResultAction): string {
  const { title, category } = capability
  if (mode?.id === 'edit') return say('Edit with {title}', { title })
  const verb = verbOf(capability)
  if (verb?.act !== undefined) return say(verb.act)
  return verb !== undefined || category === 'effects'
    ? say('Apply {effect}', { effect: inSentence(title) })
    : say('Use in {title}', { title })
}

/** Makes the first letter lower-case, unless the word is an abbreviation such as “3D”. */
function inSentence(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
}
