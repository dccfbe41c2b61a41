/** A major group of the National Taxonomy of Exempt Entities. */
export interface MajorGroup {
  title: string
  /** Codes without their letter, each with its title. */
  codes: string
}

/** Code suffixes with the same meaning in every major group. */
export const commonCodes = `01 Alliances & Advocacy | 02 Management & Technical Assistance |
03 Professional Societies & Associations | 05 Research Institutes & Public Policy Analysis |
11 Single Organization Support | 12 Fund Raising & Fund Distribution | 19 Support N.E.C.`

/**
 * The 26 major groups by their letter, with the titles of their codes as published by the National
 * Center for Charitable Statistics and the Internal Revenue Service: the core codes, and older ones
 * that the Business Master File still holds.
 */
export const majorGroups: Readonly<Record<string, MajorGroup>> = {
  A: group(
    'Arts, Culture & Humanities',
    `20 Arts & Culture | 23 Cultural & Ethnic Awareness | 24 Folk Arts | 25 Arts Education |
    26 Arts & Humanities Councils & Agencies | 27 Community Celebrations |
    30 Media & Communications | 31 Film & Video | 32 Television | 33 Printing & Publishing |
    34 Radio | 40 Visual Arts | 50 Museums | 51 Art Museums | 52 Children's Museums |
    53 Folk Arts Museums | 54 History Museums | 55 Marine & Maritime Museums |
    56 Natural History & Natural Science Museums | 57 Science & Technology Museums |
    58 Sports & Hobby Museums | 59 Specialized Museums | 60 Performing Arts |
    61 Performing Arts Centers | 62 Dance | 63 Ballet | 65 Theater | 68 Music |
    69 Symphony Orchestras | 6A Opera | 6B Singing & Choral Groups | 6C Bands & Ensembles |
    6E Performing Arts Schools | 70 Humanities | 72 History & Archaeology | 74 Foreign Languages |
    75 Language & Linguistics | 76 Literature | 77 Philosophy & Ethics |
    80 Historical Organizations | 82 Historical Societies & Historic Preservation |
    84 Commemorative Events | 90 Arts Services | 99 Arts, Culture & Humanities N.E.C.`,
  ),
  B: group(
    'Education',
    `20 Elementary & Secondary Schools | 21 Preschools | 24 Primary & Elementary Schools |
    25 Secondary & High Schools | 28 Special Education | 29 Charter Schools |
    30 Vocational & Technical Schools | 40 Higher Education | 41 Two-Year Colleges |
    42 Undergraduate Colleges | 43 Universities | 50 Graduate & Professional Schools |
    60 Adult Education | 70 Libraries | 80 Student Services |
    82 Scholarships & Student Financial Aid | 83 Student Sororities & Fraternities |
    84 Alumni Associations | 90 Educational Services | 92 Remedial Reading & Encouragement |
    94 Parent & Teacher Groups | 99 Education N.E.C.`,
  ),
  C: group(
    'Environment',
    `20 Pollution Abatement & Control | 27 Recycling |
    30 Natural Resources Conservation & Protection |
    32 Water Resources, Wetlands Conservation & Management | 34 Land Resources Conservation |
    35 Energy Resources Conservation & Development | 36 Forest Conservation |
    40 Botanical, Horticultural & Landscape Services | 41 Botanical Gardens & Arboreta |
    42 Garden Clubs | 50 Environmental Beautification | 60 Environmental Education |
    99 Environment N.E.C.`,
  ),
  D: group(
    'Animal-Related',
    `20 Animal Protection & Welfare | 30 Wildlife Preservation & Protection |
    31 Protection of Endangered Species | 32 Bird Sanctuaries | 33 Fisheries Resources |
    34 Wildlife Sanctuaries | 40 Veterinary Services | 50 Zoos & Aquariums |
    60 Animal Services N.E.C. | 61 Animal Training | 99 Animal-Related N.E.C.`,
  ),
  E: group(
    'Health Care',
    `20 Hospitals | 21 Community Health Systems | 22 General Hospitals | 24 Specialty Hospitals |
    30 Ambulatory & Primary Health Care | 31 Group Health Practices | 32 Community Clinics |
    40 Reproductive Health Care | 42 Family Planning | 50 Rehabilitative Care | 60 Health Support |
    61 Blood Banks | 62 Emergency Medical Services & Transport | 65 Organ & Tissue Banks |
    70 Public Health | 80 Health (General & Financing) | 86 Patient & Family Support | 90 Nursing |
    91 Nursing Facilities | 92 Home Health Care | 99 Health Care N.E.C.`,
  ),
  F: group(
    'Mental Health & Crisis Intervention',
    `20 Substance Abuse Dependency, Prevention & Treatment | 21 Substance Abuse Prevention |
    22 Substance Abuse Treatment | 30 Mental Health Treatment | 31 Psychiatric Hospitals |
    32 Community Mental Health Centers | 33 Residential Mental Health Treatment |
    40 Hot Lines & Crisis Intervention | 42 Sexual Assault Services |
    50 Addictive Disorders N.E.C. | 52 Smoking Addiction | 53 Eating Disorders & Addictions |
    54 Gambling Addiction | 60 Counseling | 70 Mental Health Disorders |
    80 Mental Health Associations | 99 Mental Health & Crisis Intervention N.E.C.`,
  ),
  G: group(
    'Diseases, Disorders & Medical Disciplines',
    `20 Birth Defects & Genetic Diseases | 25 Down Syndrome | 30 Cancer |
    40 Diseases of Specific Organs | 41 Eye Diseases, Blindness & Vision Impairments |
    42 Ear & Throat Diseases | 43 Heart & Circulatory System Diseases & Disorders |
    44 Kidney Diseases | 45 Lung Diseases | 48 Brain Disorders | 50 Nerve, Muscle & Bone Diseases |
    51 Arthritis | 54 Epilepsy | 60 Allergy-Related Diseases | 61 Asthma |
    70 Digestive Diseases & Disorders | 80 Specifically Named Diseases | 81 AIDS |
    83 Alzheimer's Disease | 84 Autism | 90 Medical Disciplines | 92 Biomedicine & Bioengineering |
    94 Geriatrics | 96 Neurology & Neuroscience | 98 Pediatrics | 9B Surgical Specialties |
    99 Diseases, Disorders & Medical Disciplines N.E.C.`,
  ),
  H: group(
    'Medical Research',
    `20 Birth Defects & Genetic Diseases Research | 25 Down Syndrome Research | 30 Cancer Research |
    40 Specific Organ Research | 41 Eye Diseases, Blindness & Vision Impairments Research |
    42 Ear & Throat Diseases Research |
    43 Heart & Circulatory System Diseases & Disorders Research | 44 Kidney Diseases Research |
    45 Lung Diseases Research | 48 Brain Disorders Research |
    50 Nerve, Muscle & Bone Diseases Research | 51 Arthritis Research | 54 Epilepsy Research |
    60 Allergy-Related Diseases Research | 61 Asthma Research |
    70 Digestive Diseases & Disorders Research | 80 Specifically Named Diseases Research |
    81 AIDS Research | 83 Alzheimer's Disease Research | 84 Autism Research |
    90 Medical Disciplines Research | 92 Biomedicine & Bioengineering Research |
    94 Geriatrics Research | 96 Neurology & Neuroscience Research | 98 Pediatrics Research |
    9B Surgical Specialties Research | 99 Medical Research N.E.C.`,
  ),
  I: group(
    'Crime & Legal-Related',
    `20 Crime Prevention | 21 Youth Violence Prevention | 23 Drunk Driving-Related |
    30 Correctional Facilities | 31 Half-Way Houses for Offenders & Ex-Offenders |
    40 Rehabilitation Services for Offenders | 43 Inmate Support | 44 Prison Alternatives |
    50 Administration of Justice | 51 Dispute Resolution & Mediation | 60 Law Enforcement |
    70 Protection Against Abuse | 71 Spouse Abuse Prevention | 72 Child Abuse Prevention |
    73 Sexual Abuse Prevention | 80 Legal Services | 83 Public Interest Law |
    99 Crime & Legal-Related N.E.C.`,
  ),
  J: group(
    'Employment',
    `20 Employment Preparation & Procurement | 21 Vocational Counseling | 22 Job Training |
    30 Vocational Rehabilitation | 32 Goodwill Industries | 33 Sheltered Employment |
    40 Labor Unions | 99 Employment N.E.C.`,
  ),
  K: group(
    'Food, Agriculture & Nutrition',
    `20 Agricultural Programs | 25 Farmland Preservation | 26 Animal Husbandry |
    28 Farm Bureaus & Granges | 30 Food Programs | 31 Food Banks & Pantries | 34 Congregate Meals |
    35 Soup Kitchens | 36 Meals on Wheels | 40 Nutrition | 50 Home Economics |
    99 Food, Agriculture & Nutrition N.E.C.`,
  ),
  L: group(
    'Housing & Shelter',
    `20 Housing Development, Construction & Management | 21 Low-Income & Subsidized Rental Housing |
    22 Senior Citizens' Housing & Retirement Communities |
    24 Independent Housing for People with Disabilities | 25 Housing Rehabilitation |
    30 Housing Search Assistance | 40 Temporary Housing | 41 Homeless Shelters |
    50 Homeowners & Tenants Associations | 80 Housing Support | 81 Home Improvement & Repairs |
    82 Housing Expense Reduction Support | 99 Housing & Shelter N.E.C.`,
  ),
  M: group(
    'Public Safety, Disaster Preparedness & Relief',
    `20 Disaster Preparedness & Relief Services | 23 Search & Rescue Squads | 24 Fire Prevention |
    40 Safety Education | 41 First Aid | 42 Automotive Safety |
    60 Public Safety Benevolent Associations |
    99 Public Safety, Disaster Preparedness & Relief N.E.C.`,
  ),
  N: group(
    'Recreation & Sports',
    `20 Camps | 30 Physical Fitness & Community Recreational Facilities |
    31 Community Recreational Centers | 32 Parks & Playgrounds |
    40 Sports Associations & Training Facilities | 50 Recreational Clubs | 52 Fairs |
    60 Amateur Sports | 61 Fishing & Hunting | 62 Basketball | 63 Baseball & Softball | 64 Soccer |
    65 Football | 66 Racquet Sports | 67 Swimming & Other Water Recreation | 68 Winter Sports |
    69 Equestrian | 6A Golf | 70 Amateur Sports Competitions | 71 Olympics | 72 Special Olympics |
    80 Professional Athletic Leagues | 99 Recreation & Sports N.E.C.`,
  ),
  O: group(
    'Youth Development',
    `20 Youth Centers & Clubs | 21 Boys Clubs | 22 Girls Clubs | 23 Boys & Girls Clubs |
    30 Adult & Child Matching Programs | 31 Big Brothers & Big Sisters | 40 Scouting |
    41 Boy Scouts of America | 42 Girl Scouts of the U.S.A. | 43 Camp Fire |
    50 Youth Development Programs | 51 Youth Community Service Clubs |
    52 Youth Development: Agricultural | 53 Youth Development: Business |
    54 Youth Development: Citizenship | 55 Youth Development: Religious Leadership |
    99 Youth Development N.E.C.`,
  ),
  P: group(
    'Human Services',
    `20 Human Service Organizations | 21 American Red Cross | 22 Urban League | 24 Salvation Army |
    26 Volunteers of America | 27 Young Men's or Women's Associations | 28 Neighborhood Centers |
    29 Thrift Shops | 30 Children & Youth Services | 31 Adoption | 32 Foster Care |
    33 Child Day Care | 40 Family Services | 42 Single Parent Agencies |
    43 Family Violence Shelters | 44 In-Home Assistance |
    45 Family Services for Adolescent Parents | 46 Family Counseling | 47 Pregnancy Centers |
    50 Personal Social Services | 51 Financial Counseling | 52 Transportation Assistance |
    58 Gift Distribution | 60 Emergency Assistance | 61 Travelers' Aid | 62 Victims' Services |
    70 Residential Care & Adult Day Programs | 71 Adult Day Care |
    72 Half-Way Houses (Short-Term Residential Care) | 73 Group Homes | 74 Hospices |
    75 Supportive Housing for Older Adults | 76 Homes for Children & Adolescents |
    80 Centers to Support the Independence of Specific Populations | 81 Senior Centers |
    82 Developmentally Disabled Centers | 83 Women's Centers | 84 Ethnic & Immigrant Centers |
    85 Homeless Centers | 86 Blind & Visually Impaired Centers |
    87 Deaf & Hearing Impaired Centers | 88 LGBT Centers | 99 Human Services N.E.C.`,
  ),
  Q: group(
    'International, Foreign Affairs & National Security',
    `20 Promotion of International Understanding | 21 International Cultural Exchange |
    22 International Academic Exchange | 23 International Exchange N.E.C. |
    30 International Development | 31 International Agricultural Development |
    32 International Economic Development | 33 International Relief |
    35 Democracy & Civil Society Development | 40 International Peace & Security |
    41 Arms Control & Peace | 42 United Nations Associations | 43 National Security |
    50 International Affairs, Foreign Policy & Globalization |
    51 International Economic & Trade Policy | 70 International Human Rights |
    71 International Migration & Refugee Issues |
    99 International, Foreign Affairs & National Security N.E.C.`,
  ),
  R: group(
    'Civil Rights, Social Action & Advocacy',
    `20 Civil Rights | 22 Minority Rights | 23 Disabled Persons' Rights | 24 Women's Rights |
    25 Seniors' Rights | 26 Lesbian & Gay Rights | 28 Children's Rights |
    30 Intergroup & Race Relations | 40 Voter Education & Registration | 60 Civil Liberties |
    61 Reproductive Rights | 62 Right to Life | 63 Censorship, Freedom of Speech & Press |
    65 Freedom of Religion | 67 Right to Die & Euthanasia |
    99 Civil Rights, Social Action & Advocacy N.E.C.`,
  ),
  S: group(
    'Community Improvement & Capacity Building',
    `20 Community & Neighborhood Development | 21 Community Coalitions |
    22 Neighborhood & Block Associations | 30 Economic Development |
    31 Urban & Community Economic Development | 32 Rural Economic Development |
    40 Business & Industry | 41 Chambers of Commerce & Business Leagues |
    43 Small Business Development | 46 Boards of Trade | 47 Real Estate Associations |
    50 Nonprofit Management | 80 Community Service Clubs | 81 Women's Service Clubs |
    82 Men's Service Clubs | 99 Community Improvement & Capacity Building N.E.C.`,
  ),
  T: group(
    'Philanthropy, Voluntarism & Grantmaking Foundations',
    `20 Private Grantmaking Foundations | 21 Corporate Foundations |
    22 Private Independent Foundations | 23 Private Operating Foundations | 30 Public Foundations |
    31 Community Foundations | 40 Voluntarism Promotion |
    50 Philanthropy, Charity & Voluntarism Promotion | 70 Federated Giving Programs |
    90 Named Trusts N.E.C. | 99 Philanthropy, Voluntarism & Grantmaking Foundations N.E.C.`,
  ),
  U: group(
    'Science & Technology',
    `20 General Science | 21 Marine Science & Oceanography | 30 Physical & Earth Sciences |
    31 Astronomy | 33 Chemistry & Chemical Engineering | 34 Mathematics | 36 Geology |
    40 Engineering & Technology | 41 Computer Science | 42 Engineering |
    50 Biological & Life Sciences | 99 Science & Technology N.E.C.`,
  ),
  V: group(
    'Social Science',
    `20 Social Science | 21 Anthropology & Sociology | 22 Economics | 23 Behavioral Science |
    24 Political Science | 25 Population Studies | 26 Law & Jurisprudence |
    30 Interdisciplinary Research | 31 Black Studies | 32 Women's Studies | 33 Ethnic Studies |
    34 Urban Studies | 35 International Studies | 36 Gerontology | 37 Labor Studies |
    99 Social Science N.E.C.`,
  ),
  W: group(
    'Public & Societal Benefit',
    `20 Government & Public Administration | 22 Public Finance, Taxation & Monetary Policy |
    24 Citizen Participation | 30 Military & Veterans' Organizations |
    40 Public Transportation Systems | 50 Telecommunications | 60 Financial Institutions |
    61 Credit Unions | 70 Leadership Development | 80 Public Utilities | 90 Consumer Protection |
    99 Public & Societal Benefit N.E.C.`,
  ),
  X: group(
    'Religion-Related',
    `20 Christianity | 21 Protestant | 22 Roman Catholic | 30 Judaism | 40 Islam | 50 Buddhism |
    70 Hinduism | 80 Religious Media & Communications | 81 Religious Film & Video |
    82 Religious Television | 83 Religious Printing & Publishing | 84 Religious Radio |
    90 Interfaith Coalitions | 99 Religion-Related N.E.C.`,
  ),
  Y: group(
    'Mutual & Membership Benefit',
    `20 Insurance Providers |
    22 Local Benevolent Life Insurance Associations, Mutual Irrigation & Telephone Companies |
    23 Mutual Insurance Companies & Associations | 24 Supplemental Unemployment Compensation |
    25 State-Sponsored Workers' Compensation Reinsurance Organizations |
    30 Pension & Retirement Funds | 33 Teachers Retirement Fund Associations |
    34 Employee Funded Pension Trusts | 35 Multi-Employer Pension Plans | 40 Fraternal Societies |
    41 Fraternal Beneficiary Societies | 42 Domestic Fraternal Societies |
    43 Voluntary Employees Beneficiary Associations (Non-Government) |
    44 Voluntary Employees Beneficiary Associations (Government) | 50 Cemeteries |
    99 Mutual & Membership Benefit N.E.C.`,
  ),
  Z: group('Unknown', '99 Unknown'),
}

function group(title: string, codes: string): MajorGroup {
  return { title, codes }
}
