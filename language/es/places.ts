import type { places as English } from '../en/places.ts'

export const places: typeof English = {
  fromTown: (distance, wind, town) => `${distance} ${wind} de ${town}`,
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

/** By their ISO 3166-1 codes, as Intl names them. */
export const countries: string =
  'ACIsla de la Ascensión|ADAndorra|AEEmiratos Árabes Unidos|AFAfganistán|AGAntigua y Barbuda|AIAnguila|ALAlbania|AMArmenia|AOAngola|AQAntártida|ARArgentina|ASSamoa Americana|ATAustria|AUAustralia|AWAruba|AXIslas Aland|AZAzerbaiyán|BABosnia y Herzegovina|BBBarbados|BDBangladés|BEBélgica|BFBurkina Faso|BGBulgaria|BHBaréin|BIBurundi|BJBenín|BLSan Bartolomé|BMBermudas|BNBrunéi|BOBolivia|BQCaribe neerlandés|BRBrasil|BSBahamas|BTBután|BVIsla Bouvet|BWBotsuana|BYBielorrusia|BZBelice|CACanadá|CCIslas Cocos|CDRepública Democrática del Congo|CFRepública Centroafricana|CGCongo|CHSuiza|CICôte d’Ivoire|CKIslas Cook|CLChile|CMCamerún|CNChina|COColombia|CPIsla Clipperton|CQSark|CRCosta Rica|CUCuba|CVCabo Verde|CWCurazao|CXIsla de Navidad|CYChipre|CZChequia|DEAlemania|DGDiego García|DJYibuti|DKDinamarca|DMDominica|DORepública Dominicana|DZArgelia|EACeuta y Melilla|ECEcuador|EEEstonia|EGEgipto|EHSáhara Occidental|EREritrea|ESEspaña|ETEtiopía|FIFinlandia|FJFiyi|FKIslas Malvinas|FMMicronesia|FOIslas Feroe|FRFrancia|GAGabón|GBReino Unido|GDGranada|GEGeorgia|GFGuayana Francesa|GGGuernesey|GHGhana|GIGibraltar|GLGroenlandia|GMGambia|GNGuinea|GPGuadalupe|GQGuinea Ecuatorial|GRGrecia|GSIslas Georgia del Sur y Sandwich del Sur|GTGuatemala|GUGuam|GWGuinea-Bisáu|GYGuyana|HKRAE de Hong Kong (China)|HMIslas Heard y McDonald|HNHonduras|HRCroacia|HTHaití|HUHungría|ICCanarias|IDIndonesia|IEIrlanda|ILIsrael|IMIsla de Man|INIndia|IOTerritorio Británico del Océano Índico|IQIrak|IRIrán|ISIslandia|ITItalia|JEJersey|JMJamaica|JOJordania|JPJapón|KEKenia|KGKirguistán|KHCamboya|KIKiribati|KMComoras|KNSan Cristóbal y Nieves|KPCorea del Norte|KRCorea del Sur|KWKuwait|KYIslas Caimán|KZKazajistán|LALaos|LBLíbano|LCSanta Lucía|LILiechtenstein|LKSri Lanka|LRLiberia|LSLesoto|LTLituania|LULuxemburgo|LVLetonia|LYLibia|MAMarruecos|MCMónaco|MDMoldavia|MEMontenegro|MFSan Martín|MGMadagascar|MHIslas Marshall|MKMacedonia del Norte|MLMali|MMMyanmar (Birmania)|MNMongolia|MORAE de Macao (China)|MPIslas Marianas del Norte|MQMartinica|MRMauritania|MSMontserrat|MTMalta|MUMauricio|MVMaldivas|MWMalaui|MXMéxico|MYMalasia|MZMozambique|NANamibia|NCNueva Caledonia|NENíger|NFIsla Norfolk|NGNigeria|NINicaragua|NLPaíses Bajos|NONoruega|NPNepal|NRNauru|NUNiue|NZNueva Zelanda|OMOmán|PAPanamá|PEPerú|PFPolinesia Francesa|PGPapúa Nueva Guinea|PHFilipinas|PKPakistán|PLPolonia|PMSan Pedro y Miquelón|PNIslas Pitcairn|PRPuerto Rico|PSTerritorios Palestinos|PTPortugal|PWPalaos|PYParaguay|QACatar|REReunión|RORumanía|RSSerbia|RURusia|RWRuanda|SAArabia Saudí|SBIslas Salomón|SCSeychelles|SDSudán|SESuecia|SGSingapur|SHSanta Elena|SIEslovenia|SJSvalbard y Jan Mayen|SKEslovaquia|SLSierra Leona|SMSan Marino|SNSenegal|SOSomalia|SRSurinam|SSSudán del Sur|STSanto Tomé y Príncipe|SVEl Salvador|SXSint Maarten|SYSiria|SZEsuatini|TATristán de Acuña|TCIslas Turcas y Caicos|TDChad|TFTerritorios Australes Franceses|TGTogo|THTailandia|TJTayikistán|TKTokelau|TLTimor-Leste|TMTurkmenistán|TNTúnez|TOTonga|TRTurquía|TTTrinidad y Tobago|TVTuvalu|TWTaiwán|TZTanzania|UAUcrania|UGUganda|UMIslas menores alejadas de EE. UU.|USEstados Unidos|UYUruguay|UZUzbekistán|VACiudad del Vaticano|VCSan Vicente y las Granadinas|VEVenezuela|VGIslas Vírgenes Británicas|VIIslas Vírgenes de EE. UU.|VNVietnam|VUVanuatu|WFWallis y Futuna|WSSamoa|XKKosovo|YEYemen|YTMayotte|ZASudáfrica|ZMZambia|ZWZimbabue'
