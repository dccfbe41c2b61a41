/**
 * Words that passwords consist of, most common first by the usual published counts; lower case, no
 * duplicates.
 */
export const words: readonly string[] = `
password passwort passwd pass qwerty azerty qwertz iloveyou loveyou love lovely welcome letmein
login admin administrator root user guest default master access secret private computer internet
test testing temp changeme hello hallo bonjour dragon monkey princess sunshine football baseball
basketball hockey soccer shadow superman batman spiderman ironman pokemon starwars matrix freedom
whatever trustno michael jordan jennifer jessica ashley daniel charlie thomas andrew joshua matthew
robert george william james anthony nicole hannah amanda michelle maggie ginger pepper bailey buster
killer hunter ranger harley tigger summer winter spring autumn january february march april june
july august september october november december monday tuesday wednesday thursday friday saturday
sunday london paris berlin america canada england france germany liverpool arsenal chelsea barcelona
juventus google facebook apple microsoft samsung nintendo mustang ferrari porsche mercedes corvette
yamaha cookie chocolate banana orange purple yellow silver golden diamond flower butterfly angel
baby family friend friends forever happy lucky magic music guitar soccer tennis pretty mother father
sister brother jesus christ blessed heaven money cheese coffee pizza hottie sweet sugar honey cowboy
cowgirl phoenix wizard knight warrior eagle falcon tiger lion panther dolphin horse kitten puppy
asdf zxcv abc abcd qwer qaz wsx company corporate office server system network database nonprofit
organization organisation directory charity foundation donate volunteer api key token elasticsearch
metallica nirvana eminem beatles rangers celtic everton chester tottenham manchester united madrid
milan steelers cowboys yankees lakers eagles packers patriots word please sesame open never forget
remember hockey zelda mario minecraft fortnite naruto sakura andrea alexander samantha taylor
christian justin brandon patrick robin sophie
`
  .trim()
  .split(/\s+/)

/** Phrases that are guessed as one word, without their spaces. */
export const sayings: readonly string[] = `
correcthorsebatterystaple horsebatterystaple thequickbrownfox jumpsoverthelazydog tobeornottobe
thatisthequestion maytheforcebewithyou loremipsum dolorsitamet abracadabra
supercalifragilisticexpialidocious nevergonnagiveyouup onceuponatime winteriscoming hakunamatata
livelaughlove purplemonkeydishwasher trustnoone helloworld opensesame gameofthrones lordoftherings
harrypotter thisisasecret donttellanyone welcometothejungle
`
  .trim()
  .split(/\s+/)

/** Words before and between common ones that make a password no harder to guess. */
export const fillers: readonly string[] =
  'my your our his her this that the new old a i is it www http https'.split(' ')
