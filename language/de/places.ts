import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  winds: {
    N: 'nördlich',
    NE: 'nordöstlich',
    E: 'östlich',
    SE: 'südöstlich',
    S: 'südlich',
    SW: 'südwestlich',
    W: 'westlich',
    NW: 'nordwestlich',
  },
}

/** Where most flights are, by ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ADAndorra|ALAlbanien|ARArgentinien|ATÖsterreich|AUAustralien|BABosnien und Herzegowina|BEBelgien|BGBulgarien|BOBolivien|BRBrasilien|CAKanada|CHSchweiz|CLChile|CNChina|COKolumbien|CRCosta Rica|CZTschechien|DEDeutschland|DKDänemark|ECEcuador|EEEstland|ESSpanien|FIFinnland|FRFrankreich|GBVereinigtes Königreich|GEGeorgien|GRGriechenland|GTGuatemala|HRKroatien|HUUngarn|IDIndonesien|IEIrland|ILIsrael|INIndien|IRIran|ISIsland|ITItalien|JPJapan|KEKenia|KRSüdkorea|LILiechtenstein|LTLitauen|LULuxemburg|LVLettland|MAMarokko|MEMontenegro|MKNordmazedonien|MXMexiko|NLNiederlande|NONorwegen|NPNepal|NZNeuseeland|PEPeru|PKPakistan|PLPolen|PTPortugal|RERéunion|RORumänien|RSSerbien|RURussland|SESchweden|SISlowenien|SKSlowakei|THThailand|TRTürkei|TWTaiwan|UAUkraine|USVereinigte Staaten|VEVenezuela|VNVietnam|ZASüdafrika'
