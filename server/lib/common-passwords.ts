/** The passwords of at least eight characters that lists of leaks put first. Compared without case. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd passw0rd1 p@ssw0rd p@ssword pa55word pa55w0rd 12345678 123456789 1234567890 12345678910 123123123 1234512345
  11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555 66666666 77777777 88888888 888888888 99999999 987654321 9876543210 87654321 0987654321 147258369 123654789
  789456123 741852963 159753456 123321123 12341234 11223344 1122334455 12121212 123456123 1234567a a1234567 a12345678 a123456789 abc12345 abcd1234 abc123456 abcdefgh abcdefg1 abcdefghi
  aa123456 aaaaaaaa qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 1qaz2wsx 1qaz2wsx3edc 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qazwsxedc
  asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 iloveyou iloveyou1 iloveyou2 iloveyou! sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1
  batman123 spiderman starwars1 starwars pokemon1 pokemon123 dragon123 monkey123 master123 shadow123 michael1 jennifer jessica1 charlie1 computer internet whatever trustno1 welcome1 welcome12
  welcome123 letmein1 letmein123 admin123 admin1234 administrator administrator1 changeme changeme1 changeme123 default1 test1234 test12345 testtest testing1 testing123 guest123 secret123 secret12
  access14 freedom1 hello123 hello1234 helloworld hellohello google123 facebook1 liverpool chelsea1 arsenal1 manchester barcelona samsung1 minecraft corvette mustang1 maverick mercedes yankees1
  victoria charlotte elizabeth christopher alexander nicholas jonathan benjamin danielle michelle samantha 1password mypassword newpassword passwordpassword passpass mypass123 temp1234 summer2024
  summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026 january1 february december november september october1 monday123 friday123 love1234 lovelove loveme123
  qweasdzxc qweasd123 asdasdasd asd123456 qwe123456 zxc123456 88888888a tenfold1 tenfold123 tenfoldtenfold`.split(
    /\s+/,
  ),
);

/** Whether attackers try it first: on the list, or one character, or one short piece, over and over. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.has(lower) || /^(.{1,3}?)\1+$/.test(lower);
}
