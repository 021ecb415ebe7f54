// The languages: below the pages of visitors, in the menu of a pilot. Choosing one is a form of the server's, which stores the
// choice and comes back.
import { languageNames, languages } from '#language/preferences.ts'
import { preferences, texts } from './texts.ts'

export function PageFoot() {
  return (
    <footer class="page-foot">
      <LanguageMenu />
    </footer>
  )
}

export function LanguageMenu() {
  return (
    <form
      class="languages"
      method="post"
      action="/preferences"
      aria-label={texts.frame.language}
      onSubmit={({ currentTarget }) => nameReturn(currentTarget)}
    >
      <input type="hidden" name="return_to" />
      {languages.map((language) => (
        <button
          key={language}
          class="quiet small"
          name="language"
          value={language}
          lang={language}
          aria-current={language === preferences.language ? 'true' : undefined}
        >
          {languageNames[language]}
        </button>
      ))}
    </form>
  )
}

/** By then the address may have changed without a new page. */
function nameReturn(form: HTMLFormElement): void {
  const field = form.elements.namedItem('return_to') as HTMLInputElement
  field.value = location.pathname + location.search
}
