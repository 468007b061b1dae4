/** States of a control that normally need a pointer or a keyboard. On this page, the attribute `data-as` also sets them. */
export type ForcedState = 'hover' | 'focus-visible' | 'active'

export const forcedStateAttribute = 'data-as'

/**
 * Duplicates every `:hover`, `:focus-visible` and `:active` rule for the attribute. The page therefore shows the app's own styles instead
 * of a copy. Call this function once all styles are loaded.
 */
export function duplicateStateRules({ styleSheets }: Document): void {
  for (const sheet of styleSheets) addTwins(sheet)
}

function addTwins(rules: CSSStyleSheet | CSSGroupingRule): void {
  for (let place = rules.cssRules.length - 1; place >= 0; place -= 1) {
    const rule = rules.cssRules[place]
    if (rule instanceof CSSStyleRule && /:(?:hover|focus-visible|active)\b/.test(rule.selectorText) && !isOfPart(rule.selectorText)) {
      const duplicate = rule.selectorText.replaceAll(/:(hover|focus-visible|active)\b/g, `[${forcedStateAttribute}~='$1']`)
      rules.insertRule(`${duplicate} { ${rule.style.cssText} }`, place + 1)
    } else if (rule instanceof CSSGroupingRule) addTwins(rule)
  }
}

/** True if the selector matches a part of a control, such as a scroll bar's thumb. Such parts can't have the attribute. */
function isOfPart(selector: string): boolean {
  return /::[a-z-]+:(?:hover|focus-visible|active)\b/.test(selector)
}
