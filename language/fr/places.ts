import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  winds: {
    N: 'au nord',
    NE: 'au nord-est',
    E: 'à l’est',
    SE: 'au sud-est',
    S: 'au sud',
    SW: 'au sud-ouest',
    W: 'à l’ouest',
    NW: 'au nord-ouest',
  },
}

/** Where most flights are, by ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ADAndorre|ALAlbanie|ARArgentine|ATAutriche|AUAustralie|BABosnie-Herzégovine|BEBelgique|BGBulgarie|BOBolivie|BRBrésil|CACanada|CHSuisse|CLChili|CNChine|COColombie|CRCosta Rica|CZTchéquie|DEAllemagne|DKDanemark|ECÉquateur|EEEstonie|ESEspagne|FIFinlande|FRFrance|GBRoyaume-Uni|GEGéorgie|GRGrèce|GTGuatemala|HRCroatie|HUHongrie|IDIndonésie|IEIrlande|ILIsraël|INInde|IRIran|ISIslande|ITItalie|JPJapon|KEKenya|KRCorée du Sud|LILiechtenstein|LTLituanie|LULuxembourg|LVLettonie|MAMaroc|MEMonténégro|MKMacédoine du Nord|MXMexique|NLPays-Bas|NONorvège|NPNépal|NZNouvelle-Zélande|PEPérou|PKPakistan|PLPologne|PTPortugal|RELa Réunion|RORoumanie|RSSerbie|RURussie|SESuède|SISlovénie|SKSlovaquie|THThaïlande|TRTurquie|TWTaïwan|UAUkraine|USÉtats-Unis|VEVenezuela|VNViêt Nam|ZAAfrique du Sud'
