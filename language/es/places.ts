import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  winds: {
    N: 'al norte',
    NE: 'al noreste',
    E: 'al este',
    SE: 'al sureste',
    S: 'al sur',
    SW: 'al suroeste',
    W: 'al oeste',
    NW: 'al noroeste',
  },
}

/** Where most flights are, by ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ADAndorra|ALAlbania|ARArgentina|ATAustria|AUAustralia|BABosnia y Herzegovina|BEBélgica|BGBulgaria|BOBolivia|BRBrasil|CACanadá|CHSuiza|CLChile|CNChina|COColombia|CRCosta Rica|CZChequia|DEAlemania|DKDinamarca|ECEcuador|EEEstonia|ESEspaña|FIFinlandia|FRFrancia|GBReino Unido|GEGeorgia|GRGrecia|GTGuatemala|HRCroacia|HUHungría|IDIndonesia|IEIrlanda|ILIsrael|INIndia|IRIrán|ISIslandia|ITItalia|JPJapón|KEKenia|KRCorea del Sur|LILiechtenstein|LTLituania|LULuxemburgo|LVLetonia|MAMarruecos|MEMontenegro|MKMacedonia del Norte|MXMéxico|NLPaíses Bajos|NONoruega|NPNepal|NZNueva Zelanda|PEPerú|PKPakistán|PLPolonia|PTPortugal|REReunión|RORumanía|RSSerbia|RURusia|SESuecia|SIEslovenia|SKEslovaquia|THTailandia|TRTurquía|TWTaiwán|UAUcrania|USEstados Unidos|VEVenezuela|VNVietnam|ZASudáfrica'
