// run: all
// A league in the browser: an admin sets it up, a pilot takes part, a visitor reads it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { keepAirspaces } from '#server/flights/airspace/files.ts'
import { readAirspaceFile } from '#server/flights/scorer/airspace.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { signIn, type TestUser } from '#test/support/people.ts'
import { addEntrant, addRanking, ask, fly, foundLeague, settle } from '#test/support/rankings/league.ts'

const phone = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true }
const MIN_TARGET_PX = 44

async function requireGood(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  assert.deepEqual(await findViolations(page), [])
  assert.ok((await measureOverflow(page)) <= 0)
  // Of a box or a dot the label around it is the target.
  const targets =
    'button, select, input:not([type=checkbox], [type=radio]), summary, label:has(input), .button'
  for (const target of await page.locator(`main :is(${targets})`).all()) {
    const box = await target.boundingBox()
    assert.ok(!box || box.height >= MIN_TARGET_PX, `${await target.innerText()} is ${box?.height} px high`)
  }
}

test('rankings', async (suite) => {
  const { server, browser } = await openDashboard(suite)
  const openAs = async (user: TestUser | undefined, path: string, locale = 'en-GB') => {
    const context = await browser.newContext({ locale, serviceWorkers: 'block', ...phone })
    const { cookie } = user ? await signIn(server, user) : { cookie: '' }
    const [name = '', value = ''] = cookie.split(/=(.*)/)
    if (user) await context.addCookies([{ name, value, url: server.url }])
    return watchPage(context, server.url, path)
  }
  const league = await foundLeague(server)
  const airspace = ['AC D', 'AN Plain', 'AL GND', 'AH UNL', 'V X=46:48:00 N 007:12:00 E', 'DC 1']
  const file = readAirspaceFile(new TextEncoder().encode(airspace.join('\n')))
  await keepAirspaces(server.services, { ownerId: null, region: 'CH', validFrom: '2000-01-01' }, file)
  const season = `/app/seasons/${league.season.id}`

  await suite.test(
    'an admin creates a season, sets the rule of a ranking without writing it, and changes both',
    async () => {
      const { page, requireClean, close } = await openAs(
        league.owner.user,
        `/app/clubs/${league.clubId}/manage`,
      )
      await page.getByRole('button', { name: 'New season' }).click()
      await page.getByLabel('Name of the season').fill('Summer 2027')
      await page.getByLabel('First day').fill('2027-09-30')
      await page.getByLabel('Last day', { exact: true }).fill('2027-04-01')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('The last day must not be before the first.').waitFor()
      await page.getByLabel('First day').fill('2027-03-01')
      const asked = page.getByRole('group', { name: 'Sets a flight aside until a reviewer has looked at it' })
      await asked.getByLabel('Tracks inside an airspace').check()
      await asked.getByLabel('Signatures that do not match the file').uncheck()
      await asked.getByText('no terrain data is installed').waitFor()
      await requireGood(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Summer 2027' }).waitFor()
      await requireGood(page)
      const [made] = (await ask(server, league.owner, 'GET', '/seasons')).body.data
      assert.deepEqual(made.terms.review, ['same-track', 'airspace'])

      await page.getByRole('button', { name: 'Add a ranking' }).click()
      await page.getByRole('radio', { name: 'XContest · Overall' }).check()
      await page.getByLabel('Flights that count (empty: all)').fill('3')
      await page.getByText('How many of a kind').click()
      const caps = page.getByRole('group', { name: 'At most of a kind' })
      await caps.getByRole('button', { name: 'Add one' }).click()
      const said = 'Best 3 flights per pilot · points by XContest rules · one per day at most'
      await page.getByRole('status').getByText(said).waitFor()
      const preview = page.getByRole('region', { name: 'Preview' })
      await preview.getByText('With the flights of “Season”: 0 rows').waitFor()
      await requireGood(page)
      await page.getByLabel('Minimum value of a flight').fill('25.125')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('must have at most 2 decimals').waitFor()
      await page.getByLabel('Minimum value of a flight').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(said).waitFor()
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByAltText('The link as a QR code').waitFor()
      await page.getByAltText('The picture that comes with the link').waitFor()
      assert.deepEqual(await findViolations(page), [])
      await page.keyboard.press('Escape')
      const [{ rule }] = (await ask(server, league.owner, 'GET', `/seasons/${made.id}`)).body.data.rankings
      assert.deepEqual(rule, {
        audience: 'public',
        measure: { kind: 'points', league: 'xcontest', decimals: 2 },
        choice: { best: 3, caps: [{ kind: 'day', most: 1 }] },
        group: { by: 'pilot' },
      })

      await page.getByRole('button', { name: 'Duplicate: Overall' }).click()
      await page.getByLabel('Name of the ranking').fill('Overall')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('Another ranking of this season is called “Overall”.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Change the season' }).click()
      await page.getByLabel('Last day', { exact: true }).fill('2027-10-15')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('15 Oct 2027').waitFor()
      await page.getByRole('button', { name: 'Close the season' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close the season' }).click()
      await page.getByText('Closed').waitFor()
      await page.getByRole('button', { name: 'Reopen the season' }).waitFor()
      requireClean()
      await close()
    },
  )

  await suite.test('mistakes of a season are told in the reader’s language, all at once', async () => {
    const { page, requireClean, close } = await openAs(
      league.owner.user,
      `/app/clubs/${league.clubId}/manage`,
      'de-CH',
    )
    await page.getByRole('button', { name: 'Neue Saison' }).click()
    await page.getByLabel('Name der Saison').fill('Sommer')
    await page.getByLabel('Erster Tag').fill('2027-09-30')
    await page.getByLabel('Letzter Tag', { exact: true }).fill('2027-04-01')
    await page.getByLabel('Zeitzone').fill('Europa/Zürich')
    await page.getByLabel('Tage zum Hochladen').fill('14.5')
    await page.getByRole('button', { name: 'Speichern' }).click()
    const told = await page.getByRole('alert').innerText()
    assert.match(told, /Der letzte Tag .* Die Zeitzone „Europa\/Zürich“ .* eine ganze Zahl bis 400/)
    await requireGood(page)
    requireClean()
    await close()
  })

  const overall = await addRanking(server, league, { choice: { best: 1 } })
  const days = await addRanking(server, league, { group: { by: 'day' } })
  const forMembers = await addRanking(server, league, { audience: 'members' })
  const anna = await addEntrant(server, league, 'Maximiliane von Hohenstein-Oberwiesenthal')
  await ask(server, anna, 'DELETE', `/seasons/${league.season.id}/entry`)
  const flights = [await fly(server, anna, 1, { km: 6 }), await fly(server, anna, 2, { km: 12 })]
  const ben = await addEntrant(server, league, 'Ben Beta')
  const ofBen = await fly(server, ben, 3, { km: 5 })
  await settle(server)

  await suite.test('a flight says in which rankings it counts, to its pilot alone', async () => {
    const { page, requireClean, close } = await openAs(ben.user, `/app/flights/${ofBen}`)
    const card = page.getByRole('region', { name: 'Counts in …' })
    const line = card.getByRole('listitem').filter({ hasText: 'Overall' }).first()
    await line.getByText('Counts').waitFor()
    assert.match(await line.innerText(), /\d points/)
    await requireGood(page)
    await line.getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Overall' }).waitFor()
    requireClean()
    await close()
    const other = await openAs(anna.user, `/app/flights/${flights[0]}`)
    const reasons = other.page.getByRole('region', { name: 'Counts in …' }).getByText('Not entered')
    await reasons.first().waitFor()
    await other.close()
  })

  await suite.test('a pilot enters, reads the reasons, keeps a flight out, and leaves', async () => {
    const { page, requireClean, close } = await openAs(anna.user, season)
    await page.getByRole('button', { name: 'Enter this season' }).click()
    const own = page.getByRole('article', { name: 'Your place: Overall' }).first()
    await own.getByText('A new flight counts from').waitFor()
    // Whoever reads while places are computed may be shown those of just before.
    await settle(server)
    await page.reload()
    await requireGood(page)
    await own.getByRole('link', { name: '1 flight does not count' }).click()
    await own.getByText('Better flights count').waitFor()
    await own.getByText('The next that would count').waitFor()
    assert.ok(flights.includes((await own.locator('li a').first().getAttribute('href'))!.split('/').pop()!))
    await requireGood(page)
    await page.getByRole('link', { name: 'Season', exact: true }).click()

    await page.getByText('Flights that take part').click()
    await page.getByRole('checkbox', { checked: true }).first().uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await own.getByRole('link', { name: '1 flight does not count' }).click()
    await own.getByText('Left out by you').waitFor()
    await own.getByRole('button', { name: 'Let it take part' }).click()
    await own.getByText('The next that would count').waitFor()
    await page.getByRole('link', { name: 'Season', exact: true }).click()
    await page.getByRole('button', { name: 'Leave the season' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the season' }).click()
    await page.getByRole('button', { name: 'Enter this season' }).waitFor()
    requireClean()
    await close()
  })

  await suite.test('a visitor reads a public ranking, and is sent to sign in for the members’', async () => {
    const entry = { displayName: 'full' }
    await ask(server, anna, 'PUT', `/seasons/${league.season.id}/entry`, entry)
    await settle(server)
    const { page, requireClean, close } = await openAs(undefined, `/app/clubs/${league.clubId}`)
    await page.getByRole('heading', { level: 1, name: 'League' }).waitFor()
    await requireGood(page)
    await page.getByRole('link', { name: 'Overall' }).first().click()
    await page.waitForURL(new RegExp(`rankings/${overall}$`))
    const chip = page.getByRole('row', { name: 'Ben Beta' }).getByRole('link')
    assert.equal(await chip.getAttribute('href'), `/f/${ofBen}`)
    await page.getByText('Ben Beta').click()
    await page.locator(`a.flight-row[href="/f/${ofBen}"]`).getByText('4.6 km').waitFor()
    await page.getByText(`cloudstreet verify-ranking ${server.url}/rankings/${overall}/proof.json`).waitFor()
    await requireGood(page)
    const proof = await page.getByRole('link', { name: 'Download the proof' }).getAttribute('href')
    assert.equal((await server.fetch(proof!)).status, 200)

    await page.goto(`${server.url}${season}/rankings/${days}?row=2026-05-17`)
    await page.getByText('Sunday, 17 May 2026').waitFor()
    await page.getByText('Maximiliane von Hohenstein-Oberwiesenthal').first().waitFor()
    await requireGood(page)
    await page.goto(`${server.url}${season}/rankings/${forMembers}`)
    await page.waitForURL(/\/sign-in\?return_to=%2Fapp%2Fseasons/)
    requireClean()
    await close()
  })

  await suite.test('a reviewer reads the pilot’s answer, accepts, and reverses the decision', async () => {
    const cleo = await addEntrant(server, league, 'Cleo Gamma')
    await fly(server, cleo, 3, { km: 5 })
    await settle(server)
    const pilot = await openAs(cleo.user, season)
    await pilot.page.getByText('Another account has the same track.').waitFor()
    await pilot.page.getByLabel('Your answer').fill('We flew with two instruments.')
    await pilot.page.getByRole('button', { name: 'Send the answer' }).click()
    await pilot.page.getByText('The pilot’s answer').waitFor()
    await requireGood(pilot.page)
    pilot.requireClean()
    await pilot.close()

    const { page, requireClean, close } = await openAs(league.owner.user, season)
    await page.getByRole('link', { name: 'Reviews' }).click()
    await page.getByRole('button', { name: 'Cleo Gamma' }).click()
    const entry = page.getByRole('region', { name: 'Cleo Gamma' })
    await entry.getByText('We flew with two instruments.').waitFor()
    await requireGood(page)
    await entry.getByLabel('Reason (shown to the pilot)').fill('Both of them said so.')
    await entry.getByRole('button', { name: 'Accept', exact: true }).click()
    await entry.waitFor({ state: 'detached' })
    await page.getByText('Accepted', { exact: true }).click()
    await entry.getByText('Both of them said so.').waitFor()
    await entry.getByRole('button', { name: 'Another pilot published this track first.' }).click()
    await entry.getByRole('button', { name: 'Do not accept' }).click()
    await entry.waitFor({ state: 'detached' })
    await page.getByText('Not accepted', { exact: true }).click()
    await entry.getByText('Another pilot published this track first.').first().waitFor()
    assert.equal(await entry.locator('.review-steps').getByRole('listitem').count(), 4)
    requireClean()
    await close()
  })
})
